/**
 * The path to which applications send users back. It is also the path of the cookie that binds the response to one
 * browser.
 */
export const callbackPath = "/api/v3/toolkits/auth/callback";

/** The toolkit to which a redirect address belongs. */
export interface CallbackOwner {
  readonly toolkitSlug: string;
  /** The project that imported the toolkit; undefined for a toolkit of the installation. */
  readonly projectId?: string | undefined;
}

/**
 * The redirect address of a toolkit's OAuth clients, such as `…/callback/github`, or `…/callback/proj_…/crm` for a
 * toolkit that a project imported. Without an owner it is the shared address, with which clients were registered
 * before toolkits had addresses of their own.
 */
export function buildCallbackAddress(baseUrl: string, owner?: CallbackOwner): string {
  const parts = owner === undefined ? [] : [owner.projectId ?? [], owner.toolkitSlug].flat();
  return [baseUrl + callbackPath, ...parts].join("/");
}
