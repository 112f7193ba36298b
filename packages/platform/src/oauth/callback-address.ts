/** The path at which answers of applications arrive, and that of the cookie which binds them to a browser. */
export const callbackPath = "/api/v3/toolkits/auth/callback";

/**
 * The redirect address of a toolkit's OAuth clients, or, without a toolkit, the one that clients were registered with
 * before toolkits had addresses of their own.
 */
export function callbackAddress(baseUrl: string, toolkitSlug?: string): string {
  const address = baseUrl + callbackPath;
  return toolkitSlug === undefined ? address : `${address}/${toolkitSlug}`;
}
