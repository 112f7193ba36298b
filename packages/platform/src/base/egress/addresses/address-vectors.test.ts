import { channel } from "node:diagnostics_channel";
import { afterAll, describe, expect, it } from "vitest";
import { createEgress } from "../create-egress.ts";
import { EgressError } from "../egress-error.ts";
import {
  deniedIpv4,
  deniedIpv6,
  drawAddresses,
  embedInIpv6,
  listOddForms,
  publicAddresses,
} from "../testing/address-forms.ts";
import { isPublicAddress } from "./address-ranges.ts";

const sockets: unknown[] = [];
const onSocket = (socket: unknown): void => {
  sockets.push(socket);
};
channel("net.client.socket").subscribe(onSocket);
afterAll(() => channel("net.client.socket").unsubscribe(onSocket));

const egress = createEgress({ resolve: async (host) => [host] });

async function findReason(url: string | URL): Promise<string> {
  try {
    await egress(url);
  } catch (error) {
    return error instanceof EgressError ? error.reason : String(error);
  }
  return "answered";
}

describe("addresses that are not public", () => {
  it("are distinguished from public ones", () => {
    for (const address of [...deniedIpv4, ...deniedIpv6, ...drawAddresses()]) {
      expect(isPublicAddress(address), address).toBe(false);
    }
    for (const address of publicAddresses) {
      expect(isPublicAddress(address), address).toBe(true);
      if (!address.includes(":")) {
        for (const embedded of embedInIpv6(address)) {
          expect(isPublicAddress(embedded), embedded).toBe(false);
        }
      }
    }
  });

  it("are refused in every form and through every way in, without a socket", async () => {
    const plain = [...deniedIpv4, ...drawAddresses()];
    const vectors: { readonly url: string; readonly reasons: readonly string[] }[] = [];
    for (const address of plain) {
      vectors.push({ url: `https://${address}/x`, reasons: ["address-not-allowed"] });
    }
    for (const address of plain) {
      for (const form of embedInIpv6(address)) {
        vectors.push({ url: `https://[${form}]:8443/`, reasons: ["address-not-allowed"] });
      }
    }
    for (const address of deniedIpv4) {
      for (const form of listOddForms(address)) {
        // Some forms are not URLs at all. The others must not be normalized in silence.
        vectors.push({ url: `https://${form}/`, reasons: ["url-invalid"] });
      }
    }
    for (const address of [...publicAddresses.filter((text) => !text.includes(":"))]) {
      for (const form of listOddForms(address)) {
        vectors.push({ url: `https://${form}/`, reasons: ["url-invalid"] });
      }
    }
    for (const address of deniedIpv6) {
      vectors.push({ url: `https://[${address}]/`, reasons: ["address-not-allowed"] });
    }
    expect(vectors.length).toBeGreaterThan(5_000);
    const before = sockets.length;
    for (const { url, reasons } of vectors) {
      expect(reasons, url).toContain(await findReason(url));
    }
    // The code that made a URL object has already normalized it, so the address in it counts.
    for (const { url } of vectors) {
      if (URL.canParse(url) && new URL(url).hostname !== url) {
        const { hostname } = new URL(url);
        if (!publicAddresses.includes(hostname.replace(/\.$/, "")) && /^[\d.[]/.test(hostname)) {
          expect(await findReason(new URL(url)), url).toBe("address-not-allowed");
        }
      }
    }
    expect(sockets.length).toBe(before);
    // Proves that the counter sees sockets: nobody listens at this port.
    const allowed = createEgress({ allow: ["127.0.0.1"] });
    await expect(allowed("http://127.0.0.1:2/")).rejects.toThrow("connect-failed");
    expect(sockets.length).toBe(before + 1);
  });

  it("are refused when a name resolves to them, alone or among public ones", async () => {
    for (const address of [...deniedIpv4, ...deniedIpv6, ...drawAddresses().slice(0, 200)]) {
      for (const answers of [[address], ["8.8.8.8", address], [address, "2606:4700::1111"]]) {
        const through = createEgress({ resolve: async () => answers });
        const failure = await through("https://name.example/").catch((error: unknown) => error);
        expect(failure, address).toMatchObject({ reason: "address-not-allowed" });
      }
    }
  });

  it("are refused in forms that only some resolvers write", async () => {
    for (const address of ["fe80::1%eth0", "0x7f.0.0.1", "2130706433", "", "name.example"]) {
      const through = createEgress({ resolve: async () => [address] });
      const failure = await through("https://name.example/").catch((error: unknown) => error);
      expect(failure, address).toMatchObject({ reason: "address-not-allowed" });
    }
  });
});

describe("URLs", () => {
  it.each([
    ["", "url-invalid"],
    ["/relative", "url-invalid"],
    ["https://", "url-invalid"],
    ["https:example.com", "url-invalid"],
    ["https:\\\\example.com", "url-invalid"],
    ["https://example.com\\@127.0.0.1/", "url-invalid"],
    ["https://exa mple.com/", "url-invalid"],
    ["https://example.com/a b", "url-invalid"],
    ["https://exam\tple.com/", "url-invalid"],
    ["\u0000https://example.com/", "url-invalid"],
    ["https://%31%32%37.0.0.1/", "url-invalid"],
    ["https://user@example.com/", "credentials-in-url"],
    ["https://user:password@example.com/", "credentials-in-url"],
    ["https://example.com:443@127.0.0.1/", "credentials-in-url"],
    ["http://8.8.8.8/", "scheme-not-allowed"],
    ["ftp://example.com/", "scheme-not-allowed"],
    ["file:///etc/passwd", "scheme-not-allowed"],
    ["data:text/plain,x", "scheme-not-allowed"],
    ["gopher://example.com/", "scheme-not-allowed"],
    ["https://8.8.8.8:22/", "port-not-allowed"],
    ["https://8.8.8.8:25/", "port-not-allowed"],
    ["https://8.8.8.8:80/", "port-not-allowed"],
    ["https://8.8.8.8:6666/", "port-not-allowed"],
  ])("like %j are refused: %s", async (url, reason) => {
    expect(await findReason(url)).toBe(reason);
  });
});
