import type { Values } from "../../domain/masking.ts";
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
): Promise<void> {
  const tool = scheme.testTool === undefined ? undefined : catalog.findTool(scheme.testTool);
  if (tool === undefined) return;
  const account = { scheme, values };
  const status = await executeTool({ tool, arguments: {}, account }, { egress }).then(
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
