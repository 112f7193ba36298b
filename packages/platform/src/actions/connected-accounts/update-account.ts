import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import {
  type ConnectionChange,
  changeConnection,
  planChange,
} from "../../domain/accounts/connecting/change-connection.ts";
import { runInProject } from "../../domain/scope.ts";
import type { Services } from "../services.ts";
import { assertAccepted } from "./validate-credentials.ts";

/**
 * Changes the alias and the credentials of an account. With `validate`, the application is asked about the credentials first.
 *
 * @throws PlatformError `ConnectedAccount_CredentialsRejected`, `Request_RateLimited`, and the errors of `changeConnection`
 */
export async function updateAccount(
  services: Services,
  projectId: string,
  request: { readonly id: string; readonly change: ConnectionChange; readonly validate: boolean },
): Promise<Schemas["UpdateConnectedAccountResponse"]> {
  const { id, change, validate } = request;
  const { platform } = services;
  const plan = validate
    ? await runInProject(platform, projectId, (scope) => planChange(scope, id, change))
    : undefined;
  const tried = plan && (await assertAccepted(services, projectId, plan));
  try {
    const changed = await runInProject(platform, projectId, (scope) =>
      changeConnection(scope, id, change, tried),
    );
    return { ...changed, ...(validate && { credentials_checked: tried?.isChecked ?? false }) };
  } catch (error) {
    // Another request gave the same alias to another account at the same time (SQLSTATE unique_violation).
    if (Object(error).code === "23505") {
      throw new PlatformError("ConnectedAccount_AliasTaken", { cause: error });
    }
    throw error;
  }
}
