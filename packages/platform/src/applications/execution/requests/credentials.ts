import type { SecurityRequirement, SecurityScheme } from "specwright";
import { PlatformError } from "../../../base/errors.ts";
import { authSchemes } from "../../toolkits/types/auth-schemes.ts";
import type { ExecutionAccount } from "../execution-types.ts";

/** The headers, query parameters and cookies that carry an account's credentials. */
export interface Credentials {
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly query: ReadonlyMap<string, string>;
  readonly cookies: ReadonlyMap<string, string>;
}

/** Empty credentials. */
export const noCredentials: Credentials = {
  headers: new Map(),
  query: new Map(),
  cookies: new Map(),
};

/**
 * Places the account's credentials where its security scheme expects them (OpenAPI 3.1, section 4.8.27). A
 * requirement may name several schemes together; the values of the further schemes are in `state.val` under their
 * names.
 *
 * @throws PlatformError `ToolExecution_AccountNotActive` when the account lacks a value
 */
export function placeCredentials(
  account: ExecutionAccount,
  schemes: ReadonlyMap<string, SecurityScheme>,
  requirements: readonly SecurityRequirement[],
): Credentials {
  const own = account.scheme.securityScheme;
  const together = requirements.find((requirement) => requirement.has(own));
  const credentials = { headers: new Map(), query: new Map(), cookies: new Map() };
  for (const name of together?.keys() ?? [own]) {
    const scheme = schemes.get(name);
    if (scheme !== undefined) {
      put(scheme, name === own ? account : storeUnderName(account, name), credentials);
    }
  }
  return credentials;
}

/**
 * An account whose only value is a further key, stored under the name of its security scheme. The key is sent beside
 * the account's own.
 */
function storeUnderName({ scheme, values }: ExecutionAccount, name: string): ExecutionAccount {
  return {
    scheme: { ...scheme, mode: "API_KEY", securityScheme: name, prefix: "" },
    values: Object.hasOwn(values, name) ? { generic_api_key: values[name] } : {},
  };
}

interface MutableCredentials {
  readonly headers: Map<string, string>;
  readonly query: Map<string, string>;
  readonly cookies: Map<string, string>;
}

function put(
  scheme: SecurityScheme,
  account: ExecutionAccount,
  credentials: MutableCredentials,
): void {
  if (scheme.type === "apiKey") {
    const value = account.scheme.prefix + readSchemeSecret(account);
    const place = { header: "headers", query: "query", cookie: "cookies" } as const;
    const name = scheme.in === "header" ? scheme.name.toLowerCase() : scheme.name;
    credentials[place[scheme.in]].set(name, value);
  } else if (scheme.type === "http" && scheme.scheme.toLowerCase() === "basic") {
    credentials.headers.set("authorization", `Basic ${encodeUserAndPassword(account)}`);
  } else if (scheme.type === "http" || scheme.type === "oauth2") {
    // `Bearer`, unless the scheme or the document names another authentication scheme (RFC 9110, section 11.6.2).
    const name =
      scheme.type === "http" && scheme.scheme.toLowerCase() !== "bearer" ? scheme.scheme : "Bearer";
    const prefix = account.scheme.prefix === "" ? `${name} ` : account.scheme.prefix;
    credentials.headers.set("authorization", prefix + readSchemeSecret(account));
  }
}

/** The text of an account that its scheme sends. */
function readSchemeSecret({ scheme, values }: ExecutionAccount): string {
  return readFirstText(values, authSchemes[scheme.mode].sent);
}

/** `user:password` in base64 (RFC 7617). A key alone is sent as the user name. */
function encodeUserAndPassword(account: ExecutionAccount): string {
  const { password } = authSchemes[account.scheme.mode];
  const given = password && account.values[password];
  const text = `${readSchemeSecret(account)}:${typeof given === "string" ? given : ""}`;
  return Buffer.from(text, "utf8").toString("base64");
}

function readFirstText(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string {
  const found = names
    .map((name) => (Object.hasOwn(values, name) ? values[name] : undefined))
    .find((value) => typeof value === "string" && value !== "");
  if (typeof found !== "string") {
    throw new PlatformError("ToolExecution_AccountNotActive");
  }
  return found;
}
