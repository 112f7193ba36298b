/**
 * The path to which applications send users back. It is also the path of the cookie that binds the response to one
 * browser.
 */
export const callbackPath = "/api/v3/toolkits/auth/callback";

/**
 * The redirect address of a toolkit's OAuth clients. Without a toolkit it is the shared address, with which clients
 * were registered before toolkits had addresses of their own.
 */
export function buildCallbackAddress(baseUrl: string, toolkitSlug?: string): string {
  const address = baseUrl + callbackPath;
  return toolkitSlug === undefined ? address : `${address}/${toolkitSlug}`;
}
