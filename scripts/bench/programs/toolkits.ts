/** The documents of two toolkits of the same application: one authenticates with a key, the other with a token. */
export function benchToolkits(server: string): Readonly<Record<string, string>> {
  const key = "{ type: apiKey, in: header, name: X-Key }";
  const flows = `{ authorizationCode: { authorizationUrl: '${server}/authorize', tokenUrl: '${server}/token', scopes: { read: Read. } } }`;
  return {
    bench: printToolkit(server, "bench", { mode: "API_KEY", scheme: key, id: 7 }),
    harbour: printToolkit(server, "harbour", {
      mode: "OAUTH2",
      scheme: `{ type: oauth2, flows: ${flows} }`,
      id: 8,
    }),
  };
}

function printToolkit(
  server: string,
  slug: string,
  { mode, scheme, id }: { readonly mode: string; readonly scheme: string; readonly id: number },
): string {
  const auth = `{ mode: ${mode}, security_scheme: given, name: Given${mode === "OAUTH2" ? ", oauth2: { default_scopes: [read] }" : ""} }`;
  return `
openapi: 3.1.0
info: { title: ${slug}, description: Answers at once., version: '20251120_00' }
servers: [{ url: '${server}' }]
x-platform-toolkit:
  slug: ${slug}
  legacy_id: 11111111-2222-4333-8444-55555555555${id}
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
  auth: [${auth}]
security: [{ given: [${mode === "OAUTH2" ? "read" : ""}] }]
components: { securitySchemes: { given: ${scheme} } }
paths:
  /thing:
    get: { operationId: getThing, summary: Get thing, description: Answers the thing., responses: { '200': { description: Done. } } }
`;
}
