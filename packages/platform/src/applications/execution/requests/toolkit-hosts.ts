import type { ToolkitServer } from "../../toolkits/types/tool-types.ts";

/**
 * True when the account's credentials may be sent to a URL. It must have the origin of the filled base URL, or be an
 * https URL on a host that the document allows.
 */
export function mayReceiveSecrets(url: URL, baseUrl: string, server: ToolkitServer): boolean {
  return (
    url.origin === new URL(baseUrl).origin ||
    (url.protocol === "https:" && url.port === "" && server.allowedHosts.includes(url.hostname))
  );
}
