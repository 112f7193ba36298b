import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "pino";
import { describeError } from "../api/http/errors/describe-error.ts";
import type { Database } from "../base/db/opening/open-database.ts";
import {
  aliveMs,
  beatMs,
  forgetReplica,
  listReplicas,
  noteReplica,
  type ReplicaRow,
} from "../base/db/replicas.ts";
import { describeMasterKeys, readDescribedVersion } from "../base/secrets/describe-master-keys.ts";
import type { MasterKeys } from "../base/secrets/master-keys.ts";

/**
 * Records in the database which master keys this process holds, until it stops, so that other processes can see it.
 * Warns when one of them cannot read data that this process will write.
 *
 * @returns a function that removes the record
 */
export async function startReplicaHeartbeat(
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
  for (const { name } of await listReplicasWithout(database, self.masterKeys[0])) {
    const key = `version ${masterKeys.primary} of the master keys`;
    log.warn(`${name} lacks ${key}, which is primary here: it cannot read new secrets`);
  }
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: describeError(error) }, "heartbeat failed"));
  }, beatMs);
  return async () => {
    clearInterval(timer);
    // When the database is down, the record expires by itself.
    await forgetReplica(database.unscoped, id).catch(() => {});
  };
}

/** The live processes that lack this master key. `described` comes from `describeMasterKeys`. */
export async function listReplicasWithout(
  database: Database,
  described: string | undefined,
): Promise<readonly ReplicaRow[]> {
  const alive = await listReplicas(database.unscoped, aliveMs);
  return alive.filter(({ masterKeys }) => !masterKeys.some((each) => each === described));
}

/** The live processes that wrap new data keys with another version of the master key than this process. */
export async function listReplicasWithOtherPrimary(
  database: Database,
  primary: number,
): Promise<readonly ReplicaRow[]> {
  const alive = await listReplicas(database.unscoped, aliveMs);
  return alive.filter(({ masterKeys }) => readDescribedVersion(masterKeys[0]) !== primary);
}
