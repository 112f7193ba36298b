import type { Database } from "../../base/db/opening/open-database.ts";
import type { ReplicaRow } from "../../base/db/replicas.ts";
import {
  describeMasterKeys,
  readDescribedVersion,
} from "../../base/secrets/describe-master-keys.ts";
import type { MasterKeys } from "../../base/secrets/master-keys.ts";
import { countStaleDataKeys, rewrapDataKeys } from "../../base/secrets/rewrap.ts";
import { listMasterVersions } from "../../base/secrets/wrapped-keys.ts";
import { addLocalMasterKey } from "../config/local-master-keys.ts";
import { listReplicasWithOtherPrimary, listReplicasWithout } from "../heartbeat.ts";
import { StartError } from "../start-error.ts";
import type { AdminContext, Outcome } from "./administer.ts";

/**
 * Wraps every data key with the primary master key, while the service runs. When the keys are in the data directory,
 * it first creates a new one. It never removes old keys: a backup may need them, and the embedded database may lose
 * its last second in a crash.
 *
 * @throws StartError when a serving process could not read the data keys afterwards; nothing was changed then
 */
export async function rotateKeys({ opened, progress }: AdminContext): Promise<Outcome> {
  const { database, platform, localKeys } = opened;
  if (localKeys !== undefined) {
    platform.secrets.useMasterKeys(addLocalMasterKey(localKeys));
    progress(`Version ${platform.secrets.masterKeys.primary} of the master keys was made.`);
  }
  const keys = platform.secrets.masterKeys;
  const behind = await listReplicasWithout(database, describeMasterKeys(keys)[0]);
  if (behind.length > 0) {
    throw new StartError(explainBehind(behind, keys.primary));
  }
  const total = await countStaleDataKeys(database, keys.primary);
  const rewrapped = await rewrapDataKeys(database, keys, (done) =>
    progress(`${done} of ${Math.max(done, total)} data keys are rewrapped.`),
  );
  return await describe(database, keys, { rewrapped, localKeys });
}

function explainBehind(behind: readonly ReplicaRow[], primary: number): string {
  const lines = behind.map(({ name, masterKeys }) => {
    const versions = masterKeys.map(readDescribedVersion);
    return versions.includes(primary)
      ? `- ${name}: holds another key as version ${primary}`
      : `- ${name}: holds version ${versions.join(", ")}`;
  });
  return `Nothing was rotated: processes that serve could not read what version ${primary} of the master keys wraps.
${lines.join("\n")}
Add version ${primary} at the end of their PLATFORM_MASTER_KEYS, restart them, and run this again. A process that was killed counts for 30 seconds.`;
}

async function describe(
  database: Database,
  keys: MasterKeys,
  { rewrapped, localKeys }: { readonly rewrapped: number; readonly localKeys: string | undefined },
): Promise<Outcome> {
  const { primary } = keys;
  const remaining = await countStaleDataKeys(database, primary);
  const older = await listReplicasWithOtherPrimary(database, primary);
  const used = new Set([
    ...(await listMasterVersions(database.unscoped)),
    // They make new data keys with it.
    ...older.map(({ masterKeys }) => readDescribedVersion(masterKeys[0])),
  ]);
  const unused = [...keys.keys.keys()].filter(
    (version) => version !== primary && !used.has(version),
  );
  const where = localKeys ?? "PLATFORM_MASTER_KEYS of every replica";
  const lines = [
    `Version ${primary} of the master keys wraps the data keys: ${rewrapped} rewrapped, ${remaining} remain.`,
    ...older.map(
      ({ name, masterKeys }) =>
        `${name} wraps new data keys with version ${readDescribedVersion(masterKeys[0])} still. Move version ${primary} to the front of its PLATFORM_MASTER_KEYS, restart it, and run this again.`,
    ),
    ...(remaining > 0 && older.length === 0
      ? ["Another process used an older primary key meanwhile. Run this again."]
      : []),
    ...unused.map(
      (version) =>
        `Version ${version} wraps none. It can be taken out of ${where} when no backup needs it.`,
    ),
    ...(rewrapped === 0 && keys.keys.size === 1
      ? [
          `To rotate, add a new version at the end of PLATFORM_MASTER_KEYS on every replica, then move it to the front on every replica, then run this again.`,
        ]
      : []),
  ];
  return {
    text: lines.join("\n"),
    data: { primary, rewrapped, remaining, unused, older: older.map(({ name }) => name) },
  };
}
