import { createHmac, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createEgress } from "../../base/egress/create-egress.ts";
import { catalog } from "../toolkits/testing/shipped-toolkits.ts";
import type { JwtSignature } from "../toolkits/types/webhook-types.ts";
import { createKeySets, KeysUnavailableError } from "./key-sets.ts";
import { hasValidToken } from "./token.ts";

/** A key pair of Google's, and another with the same id that is not Google's. */
const google = generateKeyPairSync("rsa", { modulusLength: 2048 });
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });

const url = "https://p.example/api/v3/webhook_ingress/gmail/Vq7rT2mXk9LwZb4NyHc8Jd";
const credentials = { pubsub_service_account: "push@acme.iam.gserviceaccount.com" };
const now = new Date("2026-02-06T12:00:00.000Z");
const seconds = now.getTime() / 1000;
const claims = {
  aud: url,
  azp: "113774264463038321964",
  email: credentials.pubsub_service_account,
  email_verified: true,
  exp: seconds + 3_600,
  iat: seconds,
  iss: "https://accounts.google.com",
  sub: "113774264463038321964",
};

/** The keys that the server publishes, and its other behaviour. */
const server = {
  url: "",
  keys: [] as readonly unknown[],
  body: undefined as string | undefined,
  status: 200,
  requests: 0,
  close: async () => {},
};
const egress = createEgress({ allow: ["127.0.0.1/32"] });

beforeAll(async () => {
  const listening = createServer((_incoming, outgoing) => {
    server.requests += 1;
    outgoing.writeHead(server.status, { location: `${server.url}/other` });
    outgoing.end(server.body ?? JSON.stringify({ keys: server.keys }));
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = listening.address() as AddressInfo;
  server.url = `http://127.0.0.1:${port}`;
  server.close = async () => {
    listening.closeAllConnections();
    await new Promise((resolve) => listening.close(resolve));
  };
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now });
  Object.assign(server, { keys: [publish("one")], body: undefined, status: 200, requests: 0 });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await egress.close();
  await server.close();
});

/** A public key as a key set has it. */
function publish(kid: string, { publicKey }: { readonly publicKey: KeyObject } = google) {
  return { ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" };
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token, signed with node:crypto, so that the library that verifies it does not judge itself. */
function sign(
  payload: object,
  header: object = {},
  { privateKey }: { readonly privateKey: KeyObject } = google,
): string {
  const text = `${encode({ alg: "RS256", kid: "one", typ: "JWT", ...header })}.${encode(payload)}`;
  return `${text}.${createSign("sha256").update(text).sign(privateKey, "base64url")}`;
}

function readRule(): JwtSignature {
  const signature = catalog.getToolkit("gmail").webhooks?.signature;
  if (signature?.scheme !== "jwt") {
    throw new Error("Gmail does not sign with tokens.");
  }
  return { ...signature, keys: `${server.url}/certs` };
}

/** Verifies deliveries with one memory of keys. */
function createVerifier() {
  const keySets = createKeySets(egress);
  return (
    authorization: string,
    expected: { readonly credentials?: object; readonly rule?: JwtSignature } = {},
  ): Promise<boolean> =>
    hasValidToken(
      { headers: new Headers({ authorization }), bytes: new Uint8Array(), body: undefined },
      expected.rule ?? readRule(),
      { url, credentials: { ...credentials, ...expected.credentials }, now },
      keySets,
    );
}

const isTaken = (token: string, expected?: { readonly credentials: object }): Promise<boolean> =>
  createVerifier()(`Bearer ${token}`, expected);

describe("a token of Google", () => {
  it("is taken for the address, or for the audience that was entered", async () => {
    expect(await isTaken(sign(claims))).toBe(true);
    expect(await isTaken(sign({ ...claims, iss: "accounts.google.com" }))).toBe(true);
    const entered = { credentials: { pubsub_audience: "acme" } };
    expect(await isTaken(sign({ ...claims, aud: "acme" }), entered)).toBe(true);
    expect(await isTaken(sign(claims), entered)).toBe(false);
    expect(await isTaken(sign(claims), { credentials: { pubsub_audience: "" } })).toBe(true);
  });

  const { exp: _exp, ...timeless } = claims;
  const { email: _email, ...nameless } = claims;
  it.each([
    ["another audience", { ...claims, aud: "https://p.example/other" }],
    ["another issuer", { ...claims, iss: "https://accounts.example.com" }],
    ["another service account", { ...claims, email: "push@evil.iam.gserviceaccount.com" }],
    ["a service account in upper case", { ...claims, email: claims.email.toUpperCase() }],
    ["an address that was not verified", { ...claims, email_verified: false }],
    ["a verified address as text", { ...claims, email_verified: "true" }],
    ["no service account", nameless],
    ["a list of service accounts", { ...claims, email: [claims.email] }],
    ["an hour that has passed", { ...claims, exp: seconds - 61 }],
    ["no end", timeless],
    ["a beginning in the future", { ...claims, nbf: seconds + 61 }],
    ["an end that is not a number", { ...claims, exp: "tomorrow" }],
  ])("with %s is refused", async (_what, payload) => {
    expect(await isTaken(sign(payload))).toBe(false);
  });

  it("is refused when the auth config names no service account", async () => {
    for (const email of ["", undefined]) {
      const token = sign({ ...claims, email });
      expect(await isTaken(token, { credentials: { pubsub_service_account: email } })).toBe(false);
    }
  });

  it("is refused when its signature or its algorithm is not Google's", async () => {
    const pem = String(google.publicKey.export({ type: "spki", format: "pem" }));
    const unsigned = (header: object) => `${encode(header)}.${encode(claims)}`;
    const hmac = unsigned({ alg: "HS256", kid: "one", typ: "JWT" });
    const [header = "", , signature = ""] = sign(claims).split(".");
    const forged = [
      sign(claims, {}, stranger),
      `${unsigned({ alg: "none", typ: "JWT" })}.`,
      `${unsigned({ alg: "None", kid: "one", typ: "JWT" })}.`,
      `${hmac}.${createHmac("sha256", pem).update(hmac).digest("base64url")}`,
      `${hmac}.${createHmac("sha256", JSON.stringify(publish("one")))
        .update(hmac)
        .digest("base64url")}`,
      `${header}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`,
      sign(claims, { alg: "PS256" }),
      // Keys that the token brings along.
      sign(claims, { kid: undefined, jwk: publish("one", stranger) }, stranger),
      sign(claims, { jku: `${server.url}/mine`, kid: "mine" }, stranger),
      sign(claims, { crit: ["b64"], b64: false }),
    ];
    for (const token of forged) {
      expect(await isTaken(token), token).toBe(false);
    }
  });

  it("is refused in any other form", async () => {
    const verify = createVerifier();
    const token = sign(claims);
    for (const header of [
      "",
      "Bearer ",
      "Bearer",
      token,
      `bearer ${token}`,
      `Basic ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token}.`,
      `Bearer ${token.split(".").slice(0, 2).join(".")}`,
      `Bearer ${encode({ alg: "RS256", kid: "one" })}.${encode([])}.AAAA`,
      `Bearer ${"a".repeat(9_000)}`,
      "Bearer null",
      "Bearer ...",
      "Bearer .é.",
    ]) {
      expect(await verify(header), header).toBe(false);
    }
    expect(await verify(`Bearer ${token}`)).toBe(true);
  });
});

describe("the keys of an application", () => {
  it("are fetched once, and again for a new key, but not for each of a storm", async () => {
    const verify = createVerifier();
    const good = `Bearer ${sign(claims)}`;
    expect(await Promise.all(Array.from({ length: 50 }, () => verify(good)))).not.toContain(false);
    expect(server.requests).toBe(1);
    for (let index = 0; index < 200; index += 1) {
      expect(await verify(`Bearer ${sign(claims, { kid: `made-up-${index}` }, stranger)}`)).toBe(
        false,
      );
    }
    expect(server.requests).toBe(1);
    vi.advanceTimersByTime(31_000);
    for (let index = 0; index < 200; index += 1) {
      expect(await verify(`Bearer ${sign(claims, { kid: `again-${index}` }, stranger)}`)).toBe(
        false,
      );
    }
    expect(server.requests).toBe(2);
    // Google signs with its next key.
    const next = generateKeyPairSync("rsa", { modulusLength: 2048 });
    server.keys = [publish("two", next), publish("one")];
    const rotated = `Bearer ${sign(claims, { kid: "two" }, next)}`;
    expect(await verify(rotated)).toBe(false);
    vi.advanceTimersByTime(31_000);
    expect([await verify(rotated), await verify(good), server.requests]).toEqual([true, true, 3]);
  });

  it("that were withdrawn are believed for ten minutes at most", async () => {
    const verify = createVerifier();
    const good = `Bearer ${sign(claims)}`;
    expect(await verify(good)).toBe(true);
    server.keys = [publish("two", stranger)];
    vi.advanceTimersByTime(599_000);
    expect(await verify(good)).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect([await verify(good), server.requests]).toEqual([false, 2]);
  });

  it.each([
    ["an error", { status: 500 }],
    ["a redirect", { status: 302 }],
    ["text that is not JSON", { body: "<html>" }],
    ["JSON without keys", { body: "{}" }],
    ["more than it may have", { body: `{"keys":[],"a":"${"a".repeat(300_000)}"}` }],
  ])(
    "that are answered with %s are said to be unavailable, without a storm",
    async (_what, answer) => {
      Object.assign(server, answer);
      const verify = createVerifier();
      const good = `Bearer ${sign(claims)}`;
      for (let index = 0; index < 20; index += 1) {
        await expect(verify(good)).rejects.toThrow(KeysUnavailableError);
      }
      expect(server.requests).toBe(1);
      Object.assign(server, { keys: [publish("one")], body: undefined, status: 200 });
      vi.advanceTimersByTime(31_000);
      expect([await verify(good), server.requests]).toEqual([true, 2]);
    },
  );

  it("that are too short or broken verify nothing", async () => {
    const short = generateKeyPairSync("rsa", { modulusLength: 1024 });
    server.keys = [publish("one", short)];
    expect(await isTaken(sign(claims, {}, short))).toBe(false);
    for (const broken of [{ n: 1 }, { e: undefined }, { kty: "oct", k: "AAAA" }, { use: "enc" }]) {
      server.keys = [{ ...publish("one"), ...broken }];
      const verified = isTaken(sign(claims)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(KeysUnavailableError);
        return false;
      });
      expect(await verified, JSON.stringify(broken)).toBe(false);
    }
  });

  it("of an address in a private network are not fetched", async () => {
    const keys = "http://127.0.0.2:1/certs";
    const verify = createVerifier();
    const verified = verify(`Bearer ${sign(claims)}`, { rule: { ...readRule(), keys } });
    await expect(verified).rejects.toThrow(KeysUnavailableError);
  });

  it("of many addresses are forgotten again", async () => {
    const keySets = createKeySets(egress);
    const first = keySets(`${server.url}/0`);
    expect(keySets(`${server.url}/0`)).toBe(first);
    for (let index = 1; index <= 500; index += 1) {
      keySets(`${server.url}/${index}`);
    }
    expect(keySets(`${server.url}/0`)).not.toBe(first);
  });
});
