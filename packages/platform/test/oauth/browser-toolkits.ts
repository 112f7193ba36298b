/** A toolkit whose scheme has fields, for the form of the hosted page. */
export const keyToolkit: string = `
openapi: 3.1.0
info: { title: Lighthouse, description: Has keys., version: '20251120_00' }
servers: [{ url: 'https://lighthouse.example.com' }]
x-platform-toolkit:
  slug: lighthouse
  legacy_id: 11111111-2222-4333-8444-555555555558
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
  auth:
    - mode: API_KEY
      security_scheme: key
      name: Key
      fields:
        connected_account_initiation:
          - { name: generic_api_key, display_name: Secret key, description: 'You find it under Settings, API keys.', secret: true }
          - { name: region, display_name: Region, description: 'Such as eu.', required: false }
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /lamp: { get: { operationId: getLamp, summary: Get lamp, description: Answers the lamp., responses: { '200': { description: Done. } } } }
`;

/**
 * A toolkit that tries its token at an address: at the provider, which refuses tokens it did not issue, or at an
 * address where nobody listens.
 */
export function triedToolkit(slug: string, address: string): string {
  return `
openapi: 3.1.0
info: { title: ${slug}, description: Is tried., version: '20251120_00' }
servers: [{ url: '${address}' }]
x-platform-toolkit:
  slug: ${slug}
  legacy_id: 11111111-2222-4333-8444-${Buffer.from(slug.padEnd(6)).toString("hex").slice(0, 12)}
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
  auth:
    - mode: BEARER_TOKEN
      security_scheme: token
      name: Token
      test_operation: getBerth
      fields: { connected_account_initiation: [{ name: pier, display_name: Pier, required: false }] }
security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
paths:
  /berth: { get: { operationId: getBerth, summary: Get berth, description: Answers the berth., responses: { '200': { description: Done. } } } }
`;
}
