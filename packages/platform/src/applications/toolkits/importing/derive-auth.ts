import { isObject } from "@specwright/runtime/v1/values";
import type { Operation, SecurityScheme } from "specwright";
import { joinPointer } from "../json-pointer.ts";
import { authSchemes } from "../types/auth-schemes.ts";
import type { AuthMode } from "../types/auth-types.ts";
import type { ImportLoss } from "./import-types.ts";

/** An auth scheme as `x-platform-toolkit` writes it. */
interface WrittenAuth {
  readonly mode: AuthMode;
  readonly security_scheme: string;
  readonly name: string;
  readonly oauth2?: Readonly<Record<string, unknown>>;
  readonly test_operation?: string;
  readonly fields?: {
    readonly connected_account_initiation: readonly {
      readonly name: string;
      readonly description: string;
    }[];
  };
}

/**
 * Derives the auth schemes from the security schemes of a document. An API key becomes `API_KEY`, `http` becomes
 * `BASIC` or `BEARER_TOKEN`, and OAuth 2 becomes `OAUTH2` or `S2S_OAUTH2`, depending on its flows. A toolkit has one
 * scheme of each kind, so the first counts. The description of a security scheme says where a user finds the key.
 *
 * @param operations those that become tools, with their names; one of them tries credentials
 */
export function deriveAuth(
  schemes: ReadonlyMap<string, SecurityScheme>,
  operations: readonly Operation[],
): {
  readonly auth: readonly WrittenAuth[];
  readonly losses: readonly ImportLoss[];
} {
  const auth = new Map<AuthMode, WrittenAuth>();
  const losses: ImportLoss[] = [];
  for (const [name, scheme] of schemes) {
    const found = findModes(scheme);
    const place = joinPointer(["components", "securitySchemes", name]);
    if (found.length === 0) {
      const reason = `The platform has no auth scheme that sends credentials by \`${name}\`.`;
      losses.push({ place, reason });
    }
    for (const mode of found) {
      const first = auth.get(mode);
      if (first === undefined) {
        const oauth2 = authSchemes[mode].flow === undefined ? {} : { oauth2: {} };
        auth.set(mode, {
          mode,
          security_scheme: name,
          name: displayNames[mode] ?? mode,
          ...oauth2,
          ...describeField(mode, scheme),
          ...findTestOperation(name, operations),
        });
      } else {
        const reason = `The toolkit already has the auth scheme ${mode}, from \`${first.security_scheme}\`.`;
        losses.push({ place, reason });
      }
    }
  }
  return { auth: [...auth.values()], losses };
}

function describeField(mode: AuthMode, { description = "" }: SecurityScheme) {
  const name = secretFields[mode];
  return name === undefined || description.trim() === ""
    ? {}
    : { fields: { connected_account_initiation: [{ name, description: description.trim() }] } };
}

/** The field for which the description of the security scheme is shown. */
const secretFields: Readonly<Partial<Record<AuthMode, string>>> = {
  API_KEY: "generic_api_key",
  BASIC: "username",
  BEARER_TOKEN: "token",
};

/** Paths of requests that are about the caller. They need no permission, and answer little. */
const ofCaller =
  /(?:^|[/_.-])(?:me|whoami|self|profile|user|current[_-]?user|account|session)\/?$/i;

/**
 * The operation that tries credentials: it reads, needs the security scheme and nothing else, and is about the caller if
 * there is such a one. Among others, the one with the shortest path counts, as in `/projects`.
 */
function findTestOperation(
  scheme: string,
  operations: readonly Operation[],
): { readonly test_operation?: string } {
  const [best] = operations
    .filter(
      ({ method, path, parameters, security, deprecated }) =>
        method === "get" &&
        !deprecated &&
        !path.includes("{") &&
        parameters.every(({ value }) => !value.required) &&
        security.some((together) => together.size === 1 && together.has(scheme)) &&
        security.every((together) => together.size > 0),
    )
    .map((operation) => ({ operation, rank: ofCaller.test(operation.path) ? 0 : 1 }))
    .sort((a, b) => a.rank - b.rank || a.operation.path.length - b.operation.path.length);
  const id = best?.operation.operationId;
  return id === undefined ? {} : { test_operation: id };
}

const displayNames: Readonly<Partial<Record<AuthMode, string>>> = {
  API_KEY: "API key",
  BASIC: "User name and password",
  BEARER_TOKEN: "Token",
  OAUTH2: "OAuth 2",
  S2S_OAUTH2: "OAuth 2, client credentials",
};

function findModes(scheme: SecurityScheme): readonly AuthMode[] {
  switch (scheme.type) {
    case "apiKey":
      return ["API_KEY"];
    case "http": {
      const name = scheme.scheme.toLowerCase();
      return name === "basic" ? ["BASIC"] : name === "bearer" ? ["BEARER_TOKEN"] : [];
    }
    case "oauth2":
      return [
        ...(hasAddresses(scheme.flows.authorizationCode, ["authorizationUrl", "tokenUrl"])
          ? (["OAUTH2"] as const)
          : []),
        ...(hasAddresses(scheme.flows.clientCredentials, ["tokenUrl"])
          ? (["S2S_OAUTH2"] as const)
          : []),
      ];
    default:
      return [];
  }
}

function hasAddresses(flow: unknown, names: readonly string[]): boolean {
  return (
    isObject(flow) &&
    names.every((name) => typeof flow[name] === "string" && URL.canParse(flow[name]))
  );
}
