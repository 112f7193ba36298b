import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "pino";
import type { Database } from "../db/opening/open-database.ts";
import {
  aliveMs,
  beatMs,
  forgetReplica,
  listReplicas,
  noteReplica,
  type ReplicaRow,
} from "../db/replicas.ts";
import { describeError } from "../http/errors/describe-error.ts";
import { describedVersion, describeMasterKeys } from "../secrets/describe-master-keys.ts";
import type { MasterKeys } from "../secrets/master-keys.ts";

/**
 * Shows the other processes on the database which master keys this one holds, until it stops. Warns when one of them
 * cannot read what this one will write.
 *
 * @returns a function that says goodbye
 */
export async function startHeartbeat(
  database: Database,
  masterKeys: MasterKeys,
  log: Logger,
): Promise<() => Promise<void>> {
  const id = randomUUID();
  const self = {
    name: `${hostname()}, process ${process.pid}`,
    masterKeys: describeMasterKeys(masterKeys),
  };
  const beat = (): Promise<void> => noteReplica(database.unscoped, id, self);
  await beat();
  for (const { name } of await replicasWithout(database, self.masterKeys[0])) {
    const key = `version ${masterKeys.primary} of the master keys`;
    log.warn(`${name} lacks ${key}, which is primary here: it cannot read new secrets`);
  }
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: describeError(error) }, "heartbeat failed"));
  }, beatMs);
  return async () => {
    clearInterval(timer);
    // A database that is away forgets it by itself.
    await forgetReplica(database.unscoped, id).catch(() => {});
  };
}

/** The live processes that do not hold a described master key. */
export async function replicasWithout(
  database: Database,
  described: string | undefined,
): Promise<readonly ReplicaRow[]> {
  const alive = await listReplicas(database.unscoped, aliveMs);
  return alive.filter(({ masterKeys }) => !masterKeys.some((each) => each === described));
}

/** The live processes that wrap new data keys with another version than this one. */
export async function replicasWithOtherPrimary(
  database: Database,
  primary: number,
): Promise<readonly ReplicaRow[]> {
  const alive = await listReplicas(database.unscoped, aliveMs);
  return alive.filter(({ masterKeys }) => describedVersion(masterKeys[0]) !== primary);
}
