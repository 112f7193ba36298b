import type { ToolkitServer } from "../../toolkits/types/tool-types.ts";

/**
 * True when a URL is the toolkit's, so that the account's credentials may be sent there: the origin of the base URL after
 * substitution, or by https one of the hosts that the document allows.
 */
export function mayReceiveSecrets(url: URL, baseUrl: string, server: ToolkitServer): boolean {
  return (
    url.origin === new URL(baseUrl).origin ||
    (url.protocol === "https:" && url.port === "" && server.allowedHosts.includes(url.hostname))
  );
}
