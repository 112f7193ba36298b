import type { Model, Operation, SecurityRequirement } from "../../document/model/model.ts";
import { findSentSecurity } from "../../document/model/sent-security.ts";

/** Secrets by the name of their security scheme: a key, a token, or `user:password` for HTTP Basic. */
export type Secrets = Readonly<Record<string, string>>;

/** Credentials as they travel. */
export interface PlacedCredentials {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly cookies: readonly (readonly [name: string, value: string])[];
}

const nothing: PlacedCredentials = { headers: [], query: [], cookies: [] };

/** Returns whether the document allows calls of an operation without credentials. */
export function isOpen({ security }: Operation): boolean {
  return security.length === 0 || security.some((way) => way.size === 0);
}

/**
 * The first alternative of an operation's security whose secrets are all known. Undefined when each alternative lacks
 * one.
 */
export function chooseWay(
  model: Model,
  operation: Operation,
  secrets: Secrets,
): SecurityRequirement | undefined {
  const ways = findSentSecurity(model, operation).filter((way) =>
    [...way.keys()].every((name) => Object.hasOwn(secrets, name)),
  );
  return ways.find(({ size }) => size > 0) ?? ways[0];
}

/** Puts the secrets into the headers, query parameters or cookies that the document names. */
export function placeCredentials(
  { components }: Model,
  way: SecurityRequirement | undefined,
  secrets: Secrets,
): PlacedCredentials {
  const placed = [...(way?.keys() ?? [])].map((name): PlacedCredentials => {
    const scheme = components.securitySchemes.get(name);
    const secret = secrets[name] ?? "";
    switch (scheme?.type) {
      case "apiKey": {
        const place = ({ header: "headers", query: "query", cookie: "cookies" } as const)[
          scheme.in
        ];
        return { ...nothing, [place]: [[scheme.name, secret]] };
      }
      case "http":
        return writeAuthorization(scheme.scheme, secret);
      case "oauth2":
      case "openIdConnect":
        return writeAuthorization("Bearer", secret);
      default:
        // A certificate belongs to the connection.
        return nothing;
    }
  });
  return {
    headers: placed.flatMap(({ headers }) => headers),
    query: placed.flatMap(({ query }) => query),
    cookies: placed.flatMap(({ cookies }) => cookies),
  };
}

function writeAuthorization(scheme: string, secret: string): PlacedCredentials {
  const isBasic = scheme.toLowerCase() === "basic";
  const text = isBasic ? Buffer.from(secret).toString("base64") : secret;
  const name = isBasic ? "Basic" : scheme.toLowerCase() === "bearer" ? "Bearer" : scheme;
  return { ...nothing, headers: [["authorization", `${name} ${text}`]] };
}

/** Secrets for the same schemes that the server does not accept. */
export function makeWrongSecrets(secrets: Secrets): Secrets {
  return Object.fromEntries(Object.keys(secrets).map((name) => [name, "wrong:credentials"]));
}
