import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type BuiltToolkit, buildText } from "../../toolkits/testing/load-texts.ts";
import { writeApplicationDocument } from "./application-document.ts";

/** A request as the application received it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  /** The body as text. */
  readonly body: string;
  readonly bytes: Buffer;
}

/** A real HTTP application on loopback, with a toolkit document of its own. */
export interface Application extends BuiltToolkit {
  readonly port: number;
  readonly requests: SeenRequest[];
  close(): Promise<void>;
}

/** Starts the application on 127.0.0.1 and compiles its toolkit document, which must not have problems. */
export async function startApplication(): Promise<Application> {
  const requests: SeenRequest[] = [];
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const bytes = Buffer.concat(pieces);
      const seen = { method, url, headers, body: bytes.toString("utf8"), bytes };
      requests.push(seen);
      answer(seen, response, requests);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // A server that listens on a host and port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    ...buildText(writeApplicationDocument(port)),
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Json = (status: number, body: unknown, headers?: Record<string, string>) => void;

/** A request to the application. The second segment of its path chooses the behaviour. */
interface Situation {
  readonly seen: SeenRequest;
  /** The third segment. */
  readonly value: string;
  readonly response: ServerResponse;
  /** All requests so far, this one included. */
  readonly requests: readonly SeenRequest[];
  readonly json: Json;
}

const behaviours: Readonly<Record<string, (situation: Situation) => void>> = {
  fail: ({ json, value }) => json(Number(value), { message: `failed with ${value}`, secret: null }),
  limited: ({ json }) => json(429, { message: "slow down" }, { "retry-after": "17" }),
  left: ({ json }) => json(403, { message: "limit" }, { "x-ratelimit-remaining": "0" }),
  // Shorter limits of callers begin earlier in the same process, so they end first however slow it is.
  slow: ({ json }) => void setTimeout(() => json(200, { ok: true }), 5_000).unref(),
  flaky({ json, seen, requests }) {
    const count = requests.filter(({ url }) => url === seen.url).length;
    json(count < 3 ? 503 : 200, { ok: true, count });
  },
  broken: ({ response }) => void response.socket?.destroy(),
  long({ response }) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`{"ok":true,"text":"${"a".repeat(2 * 1024 * 1024)}"}`);
  },
  large({ response }) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`"${"a".repeat(11 * 1024 * 1024)}"`);
  },
  list: ({ json }) => json(200, [{ id: 1 }, { id: "two" }]),
  text({ response }) {
    response.writeHead(200, { "content-type": "text/plain; charset=iso-8859-1" });
    response.end(Buffer.from([0x67, 0x72, 0xfc, 0xdf]));
  },
  bytes({ response }) {
    response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([1, 2, 3]));
  },
  page({ response }) {
    response.writeHead(500, { "content-type": "text/html" }).end("<h1>Oops</h1>");
  },
  login({ response, value }) {
    response.writeHead(200, { "content-type": decodeURIComponent(value) });
    response.end("<!DOCTYPE html><title>Sign in</title>");
  },
  cut({ response }) {
    response.writeHead(200, { "content-type": "application/json" }).end('{"items":[{"id":1},{"i');
  },
  problem: ({ json, value }) => json(422, JSON.parse(decodeURIComponent(value))),
  empty: ({ response }) => void response.writeHead(204).end(),
  wrapped({ json, value }) {
    const good = { ok: true, data: { deep: { n: 1 } } };
    if (value === "long") {
      json(200, { ...good, text: "a".repeat(2 * 1024 * 1024) });
    } else {
      json(200, value === "good" ? good : { ok: false, error: "not_in_channel" });
    }
  },
  moved({ response, value }) {
    response.writeHead(302, { location: decodeURIComponent(value) }).end();
  },
};

function answer(
  seen: SeenRequest,
  response: ServerResponse,
  requests: readonly SeenRequest[],
): void {
  const [, , kind = "", value = ""] = (seen.url.split("?")[0] ?? "").split("/");
  const answerJson: Json = (status, body, headers = {}) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
  const behave = behaviours[kind] ?? (() => answerJson(200, { ok: true }));
  behave({ seen, value, response, requests, json: answerJson });
}
