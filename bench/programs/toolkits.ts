import { writePlainHead } from "../../packages/platform/src/applications/toolkits/testing/write-plain-head.ts";

/** The documents of two toolkits of the same application: one authenticates with a key, the other with a token. */
export function benchToolkits(server: string): Readonly<Record<string, string>> {
  const key = "{ type: apiKey, in: header, name: X-Key }";
  const flows = `{ authorizationCode: { authorizationUrl: '${server}/authorize', tokenUrl: '${server}/token', scopes: { read: Read. } } }`;
  return {
    bench: printToolkit(server, "bench", { mode: "API_KEY", scheme: key }),
    harbour: printToolkit(server, "harbour", {
      mode: "OAUTH2",
      scheme: `{ type: oauth2, flows: ${flows} }`,
    }),
  };
}

function printToolkit(
  server: string,
  slug: string,
  { mode, scheme }: { readonly mode: string; readonly scheme: string },
): string {
  const auth = `{ mode: ${mode}, security_scheme: given, name: Given${mode === "OAUTH2" ? ", oauth2: { default_scopes: [read] }" : ""} }`;
  return `${writePlainHead(slug, server)}
  auth: [${auth}]
security: [{ given: [${mode === "OAUTH2" ? "read" : ""}] }]
components: { securitySchemes: { given: ${scheme} } }
paths:
  /thing:
    get: { operationId: getThing, summary: Get thing, description: Answers the thing., responses: { '200': { description: Done. } } }
`;
}
