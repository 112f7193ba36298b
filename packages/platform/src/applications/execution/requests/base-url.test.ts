import { describe, expect, it } from "vitest";
import type { AuthScheme } from "../../toolkits/types/auth-types.ts";
import { fillBaseUrl } from "./base-url.ts";

const empty = { required: [], optional: [] };

function buildBase(
  url: string,
  values: Readonly<Record<string, unknown>>,
  ownHost: string[] = [],
): string {
  const scheme: AuthScheme = {
    name: "Key",
    mode: "API_KEY",
    fields: { auth_config_creation: empty, connected_account_initiation: empty },
    securityScheme: "key",
    mayBeManaged: false,
    ownHostFields: new Set(ownHost),
    prefix: "",
  };
  const variables = new Map([
    ["subdomain", {}],
    ["region", { default: "api.eu" }],
    ["base", { default: "api/v1", enum: ["api/v1", "api/v2"] }],
  ]);
  const account = { scheme, values };
  return fillBaseUrl({ url, variables, allowedHosts: [], headers: {} }, { account });
}

describe("fillBaseUrl", () => {
  it("fills variables from the account, and keeps the document's own values as they are", () => {
    const url = "https://{subdomain}.{region}.example.com/{base}/{tenant}/";
    const values = { subdomain: "acme", region: "api.eu", base: "api/v2", tenant: "a b/c" };
    expect(buildBase(url, values)).toBe("https://acme.api.eu.example.com/api/v2/a%20b%2Fc");
    expect(() => buildBase(url, { ...values, region: undefined })).toThrow("AccountIncomplete");
    expect(buildBase("https://{subdomain}.example.com", { subdomain: "acme", region: "us" })).toBe(
      "https://acme.example.com",
    );
  });

  it("refuses values that would change the host or the path", () => {
    const hosts = [
      "evil.com",
      "evil.com/",
      "evil.com#",
      "evil.com?",
      "a@evil.com",
      "a:1",
      "a\\b",
      "",
      "a b",
      "-a",
      "ä",
      "%2e",
      "a".repeat(64),
    ];
    for (const subdomain of [...hosts, 7, null, undefined]) {
      const call = () => buildBase("https://{subdomain}.example.com", { subdomain });
      expect(call, String(subdomain)).toThrow("ToolExecution_AccountIncomplete");
    }
    for (const tenant of [".", "..", ""]) {
      expect(() => buildBase("https://a.example/{tenant}", { tenant })).toThrow(
        "ToolExecution_AccountIncomplete",
      );
    }
    expect(() => buildBase("https://{constructor}.example", {})).toThrow(
      "ToolExecution_AccountIncomplete",
    );
  });

  it("takes a whole host, or its address, where the field says so", () => {
    const allowOwnHost = (host: string): string =>
      buildBase("https://{host}/api", { host }, ["host"]);
    expect(allowOwnHost("git.acme.example:8443")).toBe("https://git.acme.example:8443/api");
    expect(allowOwnHost("https://git.acme.example/sub/")).toBe("https://git.acme.example/sub/api");
    expect(allowOwnHost("http://localhost:3000")).toBe("http://localhost:3000/api");
    for (const host of [
      "a@b.example",
      "a.example?x",
      "a.example#x",
      "ftp://a.example",
      "a\\b",
      "a..b",
    ]) {
      expect(() => allowOwnHost(host), host).toThrow("ToolExecution_AccountIncomplete");
    }
  });
});
