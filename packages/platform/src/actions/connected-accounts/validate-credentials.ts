import { PlatformError } from "../../base/errors.ts";
import type { ConnectionPlan } from "../../domain/accounts/connected-accounts/plan-connection.ts";
import {
  checkConnection,
  type NewConnectedAccount,
  type TriedCredentials,
} from "../../domain/accounts/connecting/create-connected-account.ts";
import { runInProject } from "../../domain/scope.ts";
import type { Services } from "../services.ts";
import { assertNotBusy, tryConnection } from "./try-credentials.ts";

/** Credentials that nobody refused. */
export interface AcceptedCredentials extends TriedCredentials {
  /** True when the application accepted them, false when nothing was checked. */
  readonly isChecked: boolean;
}

/**
 * Asks the application about the credentials of a connection before it is made (`validate_credentials`). An application
 * that does not answer refuses nothing.
 *
 * @throws PlatformError `ConnectedAccount_CredentialsRejected`, `Request_RateLimited`, and the errors of
 *   `checkConnection`
 */
export async function validateCredentials(
  services: Services,
  projectId: string,
  connection: NewConnectedAccount,
): Promise<AcceptedCredentials> {
  const plan = await runInProject(services.platform, projectId, (scope) =>
    checkConnection(scope, connection),
  );
  return await assertAccepted(services, projectId, plan);
}

/**
 * Asks the application about the credentials of a plan.
 *
 * @throws PlatformError `ConnectedAccount_CredentialsRejected`, `Request_RateLimited`
 */
export async function assertAccepted(
  services: Services,
  projectId: string,
  plan: ConnectionPlan,
): Promise<AcceptedCredentials> {
  if (plan.redirects && plan.tokens === undefined) {
    return { isChecked: false, identity: null };
  }
  const { trial, ...tried } = await tryConnection(services, projectId, plan);
  assertNotBusy(trial);
  if (trial === "refused") {
    throw new PlatformError("ConnectedAccount_CredentialsRejected");
  }
  return { ...tried, isChecked: trial === "accepted" };
}
