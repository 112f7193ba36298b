import type { ConnectionStatus } from "../../../base/db/tables.ts";
import { PlatformError } from "../../../base/errors.ts";
import { FieldsError, requiredProblem } from "../../fields/field-problems.ts";
import type { Scope } from "../../scope.ts";
import { computeEffectiveStatus, selectWithDeleted } from "../connected-accounts/account-rows.ts";
import { type NewAccount, storeAccounts } from "../connected-accounts/changing/add-account.ts";
import { type ConnectionPlan, planConnection } from "../connected-accounts/plan-connection.ts";
import {
  checkConnection,
  type NewConnectedAccount,
  type TriedCredentials,
  toNewAccount,
} from "./create-connected-account.ts";

/** A connection that exists already, to be made an account. */
export interface ImportedConnection {
  readonly input: NewConnectedAccount;
  /** Identifies the line and the key of its request: an account is made once for it. Undefined without a key. */
  readonly hash: string | undefined;
  readonly tried?: TriedCredentials | undefined;
}

/** The account of a line. */
export interface ImportedAccount {
  readonly id: string;
  /** Null when the account was deleted since. */
  readonly status: ConnectionStatus | null;
  /** True when an earlier request made it. */
  readonly isRepeated: boolean;
}

/**
 * Makes accounts of connections, together in this transaction. Each has its own account or error, in their order.
 *
 * @returns for a refused connection, the `PlatformError` of `createConnectedAccount`
 */
export async function importConnections(
  scope: Scope,
  connections: readonly ImportedConnection[],
): Promise<readonly (ImportedAccount | PlatformError)[]> {
  const plan = planOnce(scope);
  const prepared: (NewAccount | PlatformError)[] = [];
  for (const connection of connections) {
    // Errors of the database are thrown on: they ended the transaction.
    prepared.push(await prepareOne(scope, connection, plan).catch(returnRefusal));
  }
  const accounts = prepared.filter((each): each is NewAccount => !(each instanceof PlatformError));
  const added = await storeAccounts(scope, accounts);
  const statuses = new Map(accounts.map(({ id }, index) => [id, added[index]?.status]));
  const results = prepared.map((each) => {
    if (each instanceof PlatformError) {
      return each;
    }
    const status = statuses.get(each.id);
    return status === undefined ? taken : { id: each.id, status, isRepeated: false };
  });
  // A request with the same key may have made the accounts at the same time, or the batch has a line twice.
  const refused = connections.filter((_, index) => results[index] instanceof PlatformError);
  const found = await findImported(
    scope,
    refused.map(({ hash }) => hash),
  );
  return results.map((each, index) =>
    each instanceof PlatformError ? (found.get(connections[index]?.hash ?? null) ?? each) : each,
  );
}

/** Finds the accounts that were made of lines before, also those that were deleted since. */
export async function findImported(
  scope: Scope,
  hashes: readonly (string | undefined)[],
): Promise<ReadonlyMap<string | null, ImportedAccount>> {
  const known = hashes.filter((hash) => hash !== undefined);
  if (known.length === 0) {
    return new Map();
  }
  const rows = await selectWithDeleted(scope)
    .select(["id", "import_hash", "deleted_at"])
    .select(computeEffectiveStatus().as("status"))
    .where("import_hash", "in", known)
    .execute();
  return new Map(
    rows.map(({ id, import_hash: hash, status, deleted_at: deletedAt }) => [
      hash,
      { id, status: deletedAt === null ? status : null, isRepeated: true },
    ]),
  );
}

/**
 * Checks a connection that is to be imported.
 *
 * @throws PlatformError as `createConnectedAccount` does, and when its user would have to sign in
 */
export async function checkImported(
  scope: Scope,
  input: NewConnectedAccount,
  planned?: ConnectionPlan,
): Promise<ConnectionPlan> {
  const plan = await checkConnection(scope, input, planned);
  if (plan.redirects && plan.tokens === undefined) {
    throw new FieldsError("ConnectedAccount_CredentialsMissing", "body.connection.state.val", [
      { field: "access_token", problem: requiredProblem },
    ]);
  }
  return plan;
}

const taken = new PlatformError("ConnectedAccount_AliasTaken");

type Plan = (input: NewConnectedAccount) => Promise<ConnectionPlan>;

async function prepareOne(
  scope: Scope,
  { input, hash, tried }: ImportedConnection,
  plan: Plan,
): Promise<NewAccount> {
  const checked = await checkImported(scope, input, await plan(input));
  return toNewAccount(scope, checked, input, { tried, hash }).account;
}

/** Plans once for each auth config, because most lines of an import have the same one. */
function planOnce(scope: Scope): Plan {
  const plans = new Map<string, Promise<ConnectionPlan>>();
  return ({ auth_config: { id }, connection: { state } }) => {
    const key = JSON.stringify([id, state?.authScheme]);
    const plan = plans.get(key) ?? planConnection(scope, id, state?.authScheme);
    plans.set(key, plan);
    return plan;
  };
}

function returnRefusal(error: unknown): PlatformError {
  if (error instanceof PlatformError) {
    return error;
  }
  throw error;
}
