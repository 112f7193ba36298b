/** The toolkit of the authorization server's API: OAuth 2 for users, and for the client itself. */
export function oauthToolkit(server: string, slug = "harbour"): string {
  const title = slug.charAt(0).toUpperCase() + slug.slice(1);
  const id = `11111111-2222-4333-8444-${Buffer.from(slug.padEnd(6)).toString("hex").slice(0, 12)}`;
  const scopes = "{ openid: Sign in., offline_access: Stay., read: Read. }";
  const common = `issuer: '${server}', client_authentication: client_secret_basic`;
  return `
openapi: 3.1.0
info: { title: ${title}, description: The API beside the authorization server., version: '20251120_00' }
servers: [{ url: '${server}/api' }]
x-platform-toolkit:
  slug: ${slug}
  legacy_id: ${id}
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
  auth:
    - mode: OAUTH2
      security_scheme: user
      name: OAuth
      test_operation: getBerth
      oauth2:
        { ${common}, default_scopes: [openid, offline_access, read], revocation_url: '${server}/token/revocation', authorization_parameters: { prompt: consent } }
    - { mode: S2S_OAUTH2, security_scheme: machine, name: Client credentials, oauth2: { ${common}, default_scopes: [read] } }
security: [{ user: [read] }, { machine: [read] }]
components:
  securitySchemes:
    user:
      type: oauth2
      flows:
        authorizationCode: { authorizationUrl: '${server}/auth', tokenUrl: '${server}/front/token', scopes: ${scopes} }
    machine:
      type: oauth2
      flows: { clientCredentials: { tokenUrl: '${server}/front/token', scopes: { read: Read. } } }
paths:
  /berth:
    get:
      operationId: getBerth
      summary: Get berth
      description: Answers the berth.
      responses:
        '200': { description: Done., content: { application/json: { schema: { type: object, properties: { ok: { type: boolean } } } } } }
  /chart:
    get:
      operationId: getChart
      summary: Download chart
      description: Answers the sea chart as a file.
      responses: { '200': { description: Done. } }
`;
}
