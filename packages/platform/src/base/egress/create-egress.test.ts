import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEgress, type EgressOptions } from "./create-egress.ts";
import type { EgressRequest } from "./egress-request.ts";
import { answer, LoopbackServer, listenOnOnePort } from "./testing/loopback-server.ts";

/** The bytes of each answer that has ended, by its path. */
const sent = new Map<string, number>();
const allowed = new LoopbackServer("127.0.0.2", (url, response) => {
  const { socket } = response;
  response.once("close", () => sent.set(url, socket?.bytesWritten ?? 0));
  answer(url, response);
});
const internal = new LoopbackServer("127.0.0.1", (_, response) => response.end("secret"));

beforeAll(async () => {
  await listenOnOnePort(allowed, internal);
});
afterAll(async () => {
  await allowed.close();
  await internal.close();
});

const allow = ["127.0.0.2/32"];
const open: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.map((egress) => egress.close()));
});

function create(options: EgressOptions = {}): ReturnType<typeof createEgress> {
  const egress = createEgress({ allow, ...options });
  open.push(egress);
  return egress;
}

const at = (path: string): string => `http://127.0.0.2:${allowed.port}${path}`;

async function catchReason(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "answered",
    (error: unknown) =>
      typeof error === "object" && error !== null && "reason" in error ? error.reason : error,
  );
}

async function readReason(path: string, request: EgressRequest = {}): Promise<unknown> {
  return catchReason(create()(at(path), request).then((response) => response.text()));
}

describe("createEgress", () => {
  it("answers as fetch does, with every status", async () => {
    const egress = create();
    const response = await egress(at("/a?b=c"), {
      method: "post",
      headers: { "x-key": "k" },
      body: new URLSearchParams({ a: "1" }),
    });
    expect([response.status, response.headers.get("x-answer")]).toEqual([200, "1"]);
    expect(await response.text()).toBe("hello /a?b=c");
    const seen = allowed.requests.at(-1);
    expect(seen).toMatchObject({
      method: "POST",
      headers: { "x-key": "k", "content-length": "3" },
    });
    expect(seen?.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
    for (const status of [204, 304, 404, 500]) {
      expect((await egress(at(`/status/${status}`))).status).toBe(status);
    }
  });

  it("sends what fetch sends by default, and the caller's own fields instead", async () => {
    await (await create()(at("/a"), { method: "POST", body: "ä" })).bytes();
    expect(allowed.requests.at(-1)?.headers).toMatchObject({
      accept: "*/*",
      "accept-encoding": "gzip, br",
      "content-length": "2",
      "content-type": "text/plain;charset=UTF-8",
      "user-agent": "integration-platform/0.1",
    });
    const headers = { accept: "text/csv", "accept-encoding": "identity", "user-agent": "me" };
    await (await create()(at("/a"), { headers })).bytes();
    expect(allowed.requests.at(-1)?.headers).toMatchObject(headers);
  });

  it.each(["gzip", "x-gzip", "br", "deflate", "gzip,br", "identity", "gzip 404", "unknown"])(
    "undoes the codings of a body: %s",
    async (codings) => {
      const response = await create()(at(`/coded/${encodeURIComponent(codings)}`));
      expect(await response.text()).toBe("hello");
    },
  );

  it("leaves a body with an unknown coding, or with more than five, as it is", async () => {
    expect(await readReason("/coded/gzip,unknown")).toBe("answered");
    const many = await create()(at(`/coded/${Array(6).fill("gzip").join(",")}`));
    expect((await many.text()).slice(0, 5)).not.toBe("hello");
  });

  it("reads an empty body whose header names a coding, and no body of HEAD", async () => {
    for (const codings of ["gzip", "br"]) {
      const path = `/coded/${encodeURIComponent(`${codings} 200 empty`)}`;
      expect(await (await create()(at(path))).text()).toBe("");
      const head = await create()(at(`/coded/${codings}`), { method: "HEAD" });
      expect([head.status, head.body, await head.text()]).toEqual([200, null, ""]);
    }
  });

  it("does not fail later when a response is not read", async () => {
    const egress = create({ limits: { bodyTimeout: 30 } });
    expect((await egress(at("/break"))).status).toBe(200);
    expect((await egress(at("/slow-body"))).status).toBe(200);
    // Long enough for the broken connection and the time limit to become errors that nobody handles. On a slow machine they
    // may come later, and go unseen.
    await new Promise((resolve) => setTimeout(resolve, 80));
  });

  it("refuses loopback, http and unusual ports that the allow list does not name", async () => {
    const { port } = internal;
    expect(await catchReason(create()(`http://127.0.0.1:${port}/`))).toBe("address-not-allowed");
    expect(await catchReason(create()(`http://localhost:${port}/`))).toBe("address-not-allowed");
    const resolve = async (): Promise<string[]> => ["9.9.9.9"];
    expect(await catchReason(create({ resolve })("http://name.example/"))).toBe(
      "scheme-not-allowed",
    );
    expect(await catchReason(create({ resolve })("https://name.example:99/"))).toBe(
      "port-not-allowed",
    );
    expect(internal.requests).toEqual([]);
  });

  it("allows a host by its name at any address", async () => {
    const resolve = async (): Promise<string[]> => ["127.0.0.2"];
    const egress = create({ allow: ["apps.internal"], resolve });
    expect((await egress(`http://apps.internal:${allowed.port}/`)).status).toBe(200);
    expect(await catchReason(egress(`http://other.internal:${allowed.port}/`))).toBe(
      "address-not-allowed",
    );
    expect(() => createEgress({ allow: ["10.0.0", "ok.example", "1.2.3.4/33"] })).toThrow(
      /"10\.0\.0" is neither.*"1\.2\.3\.4\/33" is neither/,
    );
  });

  it("says why a host cannot be reached", async () => {
    const resolve = async (host: string): Promise<string[]> => {
      if (host === "missing.example") {
        throw new Error("ENOTFOUND");
      }
      return [];
    };
    expect(await catchReason(create({ resolve })("https://missing.example/"))).toBe(
      "host-not-found",
    );
    expect(await catchReason(create({ resolve })("https://empty.example/"))).toBe("host-not-found");
    expect(await catchReason(create()("http://127.0.0.2:9/"))).toBe("port-not-allowed");
    expect(await catchReason(create()("http://127.0.0.2:2/"))).toBe("connect-failed");
    expect(await catchReason(create()(`https://127.0.0.2:${allowed.port}/`))).toBe("tls-failed");
  });

  it("resolves once for each connection, and a name that changes never leads elsewhere, a thousand times", async () => {
    let calls = 0;
    const egress = create({
      resolve: async () => {
        calls += 1;
        return [calls % 2 === 1 ? "127.0.0.2" : "127.0.0.1"];
      },
    });
    const before = allowed.requests.length;
    const outcomes = { answered: 0, "address-not-allowed": 0 };
    for (let flip = 0; flip < 1_000; flip += 1) {
      const url = `http://flip-${flip}.example:${allowed.port}/`;
      const outcome = await catchReason(egress(url).then((response) => response.text()));
      outcomes[outcome as keyof typeof outcomes] += 1;
    }
    expect(outcomes).toEqual({ answered: 500, "address-not-allowed": 500 });
    expect(calls).toBe(1_000);
    expect(allowed.requests.length - before).toBe(500);
    expect(internal.requests).toEqual([]);
  });
});

describe("redirects", () => {
  const to = (url: string, status = 302): string => `/to/${encodeURIComponent(url)}/${status}`;

  it("are answered as they are by default", async () => {
    const response = await create()(at(to("/a")));
    expect([response.status, response.headers.get("location")]).toEqual([302, "/a"]);
    expect(await catchReason(create()(at(to("/a")), { redirect: "error" }))).toBe(
      "redirect-not-allowed",
    );
  });

  it("are followed only where the caller allows, and the target is checked like every URL", async () => {
    const followed = await create()(at(to("/a")), { redirect: () => true });
    expect(await followed.text()).toBe("hello /a");
    const refused = await create()(at(to("/a")), { redirect: () => false });
    expect(refused.status).toBe(302);
    const inward = at(to(`http://127.0.0.1:${internal.port}/`));
    expect(await catchReason(create()(inward, { redirect: () => true }))).toBe(
      "address-not-allowed",
    );
    expect(await catchReason(create()(at(to("file:///x")), { redirect: () => true }))).toBe(
      "scheme-not-allowed",
    );
    const loop = Array.from({ length: 6 }).reduce<string>((url) => at(to(url)), at("/a"));
    expect(await catchReason(create()(loop, { redirect: () => true }))).toBe("too-many-redirects");
    expect(internal.requests).toEqual([]);
  });

  it("drop the body as fetch does, and headers of the caller at another origin", async () => {
    const headers = { authorization: "Bearer x", "x-api-key": "k", "content-type": "text/plain" };
    const request = { method: "POST", headers, body: "b", redirect: () => true };
    await create()(at(to("/a", 303)), request);
    expect(allowed.requests.at(-1)).toMatchObject({
      method: "GET",
      headers: { authorization: "Bearer x" },
    });
    expect(allowed.requests.at(-1)?.headers["content-type"]).toBeUndefined();
    await create()(at(to("/a", 307)), request);
    expect(allowed.requests.at(-1)?.method).toBe("POST");
    const resolve = async (): Promise<string[]> => ["127.0.0.2"];
    await create({ resolve })(at(to(`http://b.example:${allowed.port}/a`, 307)), request);
    const sent = allowed.requests.at(-1)?.headers;
    expect(sent?.host).toBe(`b.example:${allowed.port}`);
    expect([sent?.authorization, sent?.["x-api-key"], sent?.["content-type"]]).toEqual([
      undefined,
      undefined,
      "text/plain",
    ]);
  });
});

describe("bounds", () => {
  it("end a call that gets no answer, a body that stops and one that never ends", async () => {
    expect(await readReason("/silent", { limits: { headersTimeout: 50 } })).toBe("headers-timeout");
    expect(await readReason("/silent", { limits: { totalTimeout: 50 } })).toBe("total-timeout");
    expect(await readReason("/slow-body", { limits: { bodyTimeout: 50 } })).toBe("body-timeout");
    expect(await readReason("/drip", { limits: { bodyTimeout: 60_000, totalTimeout: 150 } })).toBe(
      "total-timeout",
    );
    expect(await readReason("/break")).toBe("protocol-error");
  });

  it("end a call that waits for a connection, while another call still has it", async () => {
    const egress = create({ connectionsAnOrigin: 1 });
    const other = new AbortController();
    const hanging = catchReason(egress(at("/silent"), { signal: other.signal }));
    const waiting = egress(at("/a"), { limits: { headersTimeout: 50 } });
    expect(await catchReason(waiting)).toBe("headers-timeout");
    other.abort();
    expect(await hanging).toBe("aborted");
    expect((await egress(at("/a"))).status).toBe(200);
  });

  it("end a name that does not resolve in time", async () => {
    const resolve = (): Promise<string[]> => new Promise(() => undefined);
    const egress = create({ resolve, limits: { connectTimeout: 60 } });
    expect(await catchReason(egress("https://slow.example/"))).toBe("connect-timeout");
  });

  it("allow a body of exactly the largest size, and not one byte more", async () => {
    // The body is "hello /a".
    expect(await readReason("/a", { limits: { maximumBodyBytes: 8 } })).toBe("answered");
    expect(await readReason("/a", { limits: { maximumBodyBytes: 7 } })).toBe("body-too-large");
  });

  it("end a body as soon as it is larger than allowed", async () => {
    expect(await readReason("/endless", { limits: { maximumBodyBytes: 1_000_000 } })).toBe(
      "body-too-large",
    );
    // The answer ends only if its connection is closed. What was sent beyond the limit was in buffers of the system.
    await expect.poll(() => sent.get("/endless")).toBeLessThan(20_000_000);
  });

  it("end headers that are larger than 16 KiB", async () => {
    expect(await readReason("/headers/8000")).toBe("answered");
    expect(await readReason("/headers/20000")).toBe("headers-too-large");
  });

  it("follow the caller's signal, before, during and after the answer's beginning", async () => {
    expect(await readReason("/a", { signal: AbortSignal.abort() })).toBe("aborted");
    expect(await readReason("/silent", { signal: AbortSignal.timeout(40) })).toBe("aborted");
    expect(await readReason("/slow-body", { signal: AbortSignal.timeout(40) })).toBe("aborted");
  });

  it("refuse headers of the connection and line breaks", async () => {
    for (const [name, value] of [
      ["host", "other.example"],
      ["Content-Length", "5"],
      ["transfer-encoding", "chunked"],
      ["connection", "x-key"],
      ["x-key", "a\r\nhost: other"],
      ["bad name", "a"],
    ] as const) {
      expect(await readReason("/a", { headers: [[name, value]] }), name).toBe("header-not-allowed");
    }
  });
});
