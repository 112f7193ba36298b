import {
  checkConnection,
  type NewConnectedAccount,
} from "../../domain/accounts/connecting/create-connected-account.ts";
import { runInProject } from "../../domain/scope.ts";
import { PlatformError } from "../../errors.ts";
import type { Services } from "../services.ts";
import { assertNotBusy, tryConnection } from "./try-credentials.ts";

/**
 * Asks the application about the credentials of a connection before it is made (`validate_credentials`). Only keys
 * are tried, and an application that does not answer refuses nothing.
 *
 * @throws PlatformError `ConnectedAccount_CredentialsRejected`, `Request_RateLimited`, and the errors of
 *   `checkConnection`
 */
export async function validateCredentials(
  services: Services,
  projectId: string,
  connection: NewConnectedAccount,
): Promise<void> {
  const plan = await runInProject(services.platform, projectId, (scope) =>
    checkConnection(scope, connection),
  );
  if (plan.scheme.mode !== "API_KEY") {
    return;
  }
  const trial = await tryConnection(services, projectId, plan);
  assertNotBusy(trial);
  if (trial === "refused") {
    throw new PlatformError("ConnectedAccount_CredentialsRejected");
  }
}
