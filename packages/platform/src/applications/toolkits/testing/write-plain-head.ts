/** The beginning of a toolkit document without authentication, to which `paths` is added. */
export function writePlainHead(
  slug: string,
  url = `https://${slug}.example/api/`,
  version = "20251120_00",
): string {
  return `
openapi: 3.1.0
info: { title: ${slug}, description: For tests., version: '${version}' }
servers: [{ url: '${url}' }]
x-platform-toolkit:
  slug: ${slug}
  legacy_id: 11111111-2222-4333-8444-555555555555
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
`;
}
