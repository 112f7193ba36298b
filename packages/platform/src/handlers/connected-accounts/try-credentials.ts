import type { AuthConfigSecrets } from "../../domain/auth-configs/auth-config-secrets.ts";
import { toEgressProxy } from "../../domain/auth-configs/egress-proxy.ts";
import type { Values } from "../../domain/masking.ts";
import { withProxy } from "../../egress/with-proxy.ts";
import { PlatformError } from "../../errors.ts";
import { executeTool } from "../../execution/execute-tool.ts";
import type { AuthScheme } from "../../toolkits/auth-types.ts";
import type { Services } from "../handler.ts";

/**
 * Tries credentials with the verification request of the toolkit, if it names one.
 *
 * @throws PlatformError `ConnectedAccount_CredentialsRejected` when the application refuses them. One that cannot be
 *   reached, or fails otherwise, says nothing about them.
 */
export async function tryCredentials(
  { catalog, egress }: Services,
  scheme: AuthScheme,
  values: Values,
  proxy: AuthConfigSecrets["proxy_config"],
): Promise<void> {
  const tool = scheme.testTool === undefined ? undefined : catalog.findTool(scheme.testTool);
  if (tool === undefined) return;
  const account = { scheme, values };
  const context = { egress: withProxy(egress, toEgressProxy(proxy)) };
  const status = await executeTool({ tool, arguments: {}, account }, context).then(
    (outcome) => (outcome.successful ? 200 : outcome.trace.status),
    (error: unknown) => {
      if (error instanceof PlatformError) return undefined;
      throw error;
    },
  );
  if (status === 401 || status === 403) {
    throw new PlatformError("ConnectedAccount_CredentialsRejected");
  }
}
