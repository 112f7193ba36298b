import { isObject } from "@specwright/runtime/v1/values";
import type { SecurityScheme } from "specwright";
import type { AuthMode } from "../types/auth-types.ts";
import type { ImportLoss } from "./import-types.ts";

/** An auth scheme as `x-platform-toolkit` writes it. */
interface WrittenAuth {
  readonly mode: AuthMode;
  readonly security_scheme: string;
  readonly name: string;
  readonly oauth2?: Readonly<Record<string, unknown>>;
}

/**
 * Derives the auth schemes from the security schemes of a document. An API key becomes `API_KEY`, `http` becomes
 * `BASIC` or `BEARER_TOKEN`, and OAuth 2 becomes `OAUTH2` or `S2S_OAUTH2`, depending on its flows. A toolkit has one
 * scheme of each kind, so the first counts.
 */
export function deriveAuth(schemes: ReadonlyMap<string, SecurityScheme>): {
  readonly auth: readonly WrittenAuth[];
  readonly losses: readonly ImportLoss[];
} {
  const auth = new Map<AuthMode, WrittenAuth>();
  const losses: ImportLoss[] = [];
  for (const [name, scheme] of schemes) {
    const found = findModes(scheme);
    const place = `/components/securitySchemes/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (found.length === 0) {
      const reason = `The platform has no auth scheme that sends credentials by \`${name}\`.`;
      losses.push({ place, reason });
    }
    for (const mode of found) {
      const first = auth.get(mode);
      if (first === undefined) {
        const oauth2 = mode === "OAUTH2" || mode === "S2S_OAUTH2" ? { oauth2: {} } : {};
        auth.set(mode, {
          mode,
          security_scheme: name,
          name: displayNames[mode] ?? mode,
          ...oauth2,
        });
      } else {
        const reason = `The toolkit already has the auth scheme ${mode}, from \`${first.security_scheme}\`.`;
        losses.push({ place, reason });
      }
    }
  }
  return { auth: [...auth.values()], losses };
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
