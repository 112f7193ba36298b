import type { Model, Operation } from "../model/model.ts";

/** The headers of the first way into an operation, with a text where the secret goes; empty when none is needed. */
export function credentialHeaders(
  { components }: Model,
  { security }: Operation,
): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const name of security[0]?.keys() ?? []) {
    const scheme = components.securitySchemes.get(name);
    if (scheme?.type === "apiKey" && scheme.in === "header") {
      headers.set(scheme.name, "your key");
    } else if (scheme?.type === "http" && scheme.scheme.toLowerCase() === "basic") {
      headers.set("authorization", "Basic dXNlcjpwYXNzd29yZA==");
    } else if (scheme !== undefined && ["http", "oauth2", "openIdConnect"].includes(scheme.type)) {
      headers.set("authorization", "Bearer your-token");
    }
  }
  return headers;
}
