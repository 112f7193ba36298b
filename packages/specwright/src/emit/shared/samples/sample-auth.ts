import type { Model, Operation } from "../../../document/model/model.ts";
import { findSentSecurity } from "../../../document/model/sent-security.ts";

/**
 * The `auth` of a sample by scheme. It contains the credentials of the first alternative for which something is sent,
 * with placeholders for the secrets. Empty when the operation needs no credential.
 */
export function sampleAuth(model: Model, operation: Operation): Readonly<Record<string, unknown>> {
  const { components } = model;
  const ways = findSentSecurity(model, operation).map((alternative) =>
    [...alternative.keys()].flatMap((name) => {
      const scheme = components.securitySchemes.get(name);
      return scheme === undefined || scheme.type === "mutualTLS" ? [] : [[name, scheme] as const];
    }),
  );
  const way = ways.find(({ length }) => length > 0) ?? [];
  return Object.fromEntries(
    way.map(([name, scheme]) => {
      if (scheme.type === "apiKey") {
        return [name, "your key"];
      }
      const kind = scheme.type === "http" ? scheme.scheme.toLowerCase() : "bearer";
      switch (kind) {
        case "basic":
          return [name, { username: "user", password: "password" }];
        case "bearer":
          return [name, "your token"];
        default:
          return [name, `${scheme.type === "http" ? scheme.scheme : ""} your credentials`];
      }
    }),
  );
}
