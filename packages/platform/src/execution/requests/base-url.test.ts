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
    ["subdomain", undefined],
    ["region", "api.eu"],
  ]);
  return fillBaseUrl({ url, variables, allowedHosts: [], headers: {} }, { scheme, values });
}

describe("fillBaseUrl", () => {
  it("fills variables from the account, or with their defaults", () => {
    const url = "https://{subdomain}.{region}.example.com/v1/{tenant}/";
    expect(buildBase(url, { subdomain: "acme", tenant: "a b/c" })).toBe(
      "https://acme.api.eu.example.com/v1/a%20b%2Fc",
    );
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
      expect(call, String(subdomain)).toThrow("ToolExecution_AccountNotActive");
    }
    for (const tenant of [".", "..", ""]) {
      expect(() => buildBase("https://a.example/{tenant}", { tenant })).toThrow(
        "ToolExecution_AccountNotActive",
      );
    }
    expect(() => buildBase("https://{constructor}.example", {})).toThrow(
      "ToolExecution_AccountNotActive",
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
      expect(() => allowOwnHost(host), host).toThrow("ToolExecution_AccountNotActive");
    }
  });
});
