import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { generate } from "specwright";
import { toUrl } from "../../packages/runtime/test/server-adapters.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

/** A server's whole behaviour. */
export type Service = (request: Request) => Promise<Response>;

interface Generated {
  readonly createRouter: (options: object) => Service;
}

/** Generates the router of a document in a folder below the repository. Returns it with the path of the document. */
export async function prepareRouter(
  name: string,
  content: object,
): Promise<Generated & { readonly document: string }> {
  const folder = resolveInRoot(`.cache/${name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const document = `${folder}/openapi.json`;
  await writeFile(document, JSON.stringify(content, undefined, 2));
  await generate({ document, out: `${folder}/out`, targets: ["server"] });
  const { createRouter } = (await import(`${folder}/out/server/index.js`)) as Generated;
  return { document, createRouter };
}

/** Serves a service on a port of this machine. */
export interface Listening {
  readonly url: string;
  readonly close: () => void;
}

/** Serves requests until it is closed. */
export async function listen(service: Service): Promise<Listening> {
  const server = createServer(async (incoming, outgoing) => {
    const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    // `Request` refuses TRACE. Another unknown method gets the same answer.
    const method = incoming.method === "TRACE" ? "UNKNOWN" : (incoming.method ?? "GET");
    const content = await buffer(incoming);
    const request = new Request(`http://localhost${incoming.url}`, {
      method,
      headers,
      ...(content.length === 0 || method === "GET" || method === "HEAD" ? {} : { body: content }),
    });
    const response = await service(request).catch(() => undefined);
    if (response === undefined) {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: toUrl(server.address()),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
