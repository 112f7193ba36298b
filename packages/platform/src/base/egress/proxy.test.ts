import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createEgress } from "./create-egress.ts";
import type { EgressRequest } from "./egress-request.ts";
import { type ConnectProxy, startConnectProxy } from "./testing/connect-proxy.ts";
import { answer, LoopbackServer } from "./testing/loopback-server.ts";

// The proxy listens on 127.0.0.1 and the application on 127.0.0.2, which are allowed. 127.0.0.3 stands for an
// internal address, which is not.
const allow = ["127.0.0.1/32", "127.0.0.2/32"];
const application = new LoopbackServer("127.0.0.2", (url, response) => answer(url, response));
const internal = new LoopbackServer("127.0.0.3", (_, response) => response.end("secret"));
let proxy: ConnectProxy;
beforeAll(async () => {
  await application.listen();
  await internal.listen();
  proxy = await startConnectProxy("Basic cHJveHk6Y2FuYXJ5");
});
beforeEach(() => void proxy.seen.splice(0));
afterAll(async () => {
  await proxy.close();
  await application.close();
  await internal.close();
});

const authorization = "Basic cHJveHk6Y2FuYXJ5";

/** The body of the answer, or the reason why it is missing. */
async function call(
  url: string,
  request: EgressRequest = {},
  addresses: readonly string[] = ["127.0.0.2"],
  allowed: readonly string[] = allow,
): Promise<string> {
  const egress = createEgress({ allow: allowed, resolve: async () => addresses });
  const through = { proxy: { url: proxy.url, authorization }, ...request };
  try {
    return await (await egress(url, through)).text();
  } catch (error) {
    return (error as { readonly reason: string }).reason;
  } finally {
    await egress.close();
  }
}

it("goes through the proxy, which gets the checked address and its own authorization", async () => {
  expect(await call(`http://app.example:${application.port}/a`)).toBe("hello /a");
  expect(proxy.seen).toEqual([{ authority: `127.0.0.2:${application.port}`, authorization }]);
  const { headers } = application.requests.at(-1) ?? {};
  expect(headers?.host).toBe(`app.example:${application.port}`);
  expect(headers?.["proxy-authorization"]).toBeUndefined();
});

it("follows redirects and reads whole bodies through it", async () => {
  const to = encodeURIComponent("/b");
  const url = `http://app.example:${application.port}/to/${to}/302`;
  expect(await call(url, { redirect: () => true })).toBe("hello /b");
  expect(proxy.seen).toHaveLength(2);
  const endless = `http://app.example:${application.port}/endless`;
  expect(await call(endless, { limits: { maximumBodyBytes: 500_000 } })).toBe("body-too-large");
});

it("does not use a proxy for an address that could not be called without it", async () => {
  const inside = `http://app.example:${internal.port}/`;
  expect(await call(inside, {}, ["127.0.0.3"])).toBe("address-not-allowed");
  expect(await call(inside, {}, ["127.0.0.2", "127.0.0.3"])).toBe("address-not-allowed");
  expect(await call(`http://127.0.0.3:${internal.port}/`)).toBe("address-not-allowed");
  expect(await call("https://metadata.example/", {}, ["169.254.169.254"])).toBe(
    "address-not-allowed",
  );
  expect(await call("http://public.example/", {}, ["9.9.9.9"])).toBe("scheme-not-allowed");
  expect(await call("https://nowhere.example/", {}, [])).toBe("host-not-found");
  expect([proxy.seen, internal.requests]).toEqual([[], []]);
});

it("refuses a proxy that is not at an allowed address and port, named by address or by name", async () => {
  const url = `http://127.0.0.2:${application.port}/`;
  const only = ["127.0.0.2/32"];
  const { port } = new URL(proxy.url);
  expect(await call(url, {}, [], only)).toBe("address-not-allowed");
  const named = { proxy: { url: `http://proxy.example:${port}` } };
  expect(await call(url, named, ["127.0.0.1"], only)).toBe("address-not-allowed");
  expect(await call(url, { proxy: { url: "http://9.9.9.9:22" } }, [], only)).toBe(
    "port-not-allowed",
  );
  expect(proxy.seen).toEqual([]);
});

it("distinguishes a proxy that refuses from a server that is not a proxy", async () => {
  const url = `http://127.0.0.2:${application.port}/`;
  expect(await call(url, { proxy: { url: proxy.url } })).toBe("proxy-failed");
  expect(await call(url, { proxy: { url: `http://127.0.0.2:${application.port}` } })).toBe(
    "proxy-failed",
  );
  expect(await call(url, { proxy: { url: "http://127.0.0.1:2" } })).toBe("proxy-failed");
});

it("speaks TLS with the application and not with the proxy", async () => {
  // The application does not speak TLS, so the handshake behind the tunnel fails.
  expect(await call(`https://app.example:${application.port}/`)).toBe("tls-failed");
  expect(proxy.seen).toHaveLength(1);
});
