import { addLocalMasterKey } from "../config/local-master-keys.ts";
import { listMasterVersions } from "../db/lookups.ts";
import type { Database } from "../db/open-database.ts";
import type { MasterKeys } from "../secrets/master-keys.ts";
import { countStaleDataKeys, rewrapDataKeys } from "../secrets/rewrap.ts";
import type { AdminContext, Outcome } from "./administer.ts";

/**
 * Wraps every data key with the primary master key, while the service runs. Where the keys are in the data directory, a
 * new one is made first. Old keys are never taken away here: a backup may need them, and the embedded database does not
 * promise that its last second survives a crash.
 */
export async function rotateKeys({ opened, progress }: AdminContext): Promise<Outcome> {
  const { database, platform, localKeys } = opened;
  if (localKeys !== undefined) {
    platform.secrets.useMasterKeys(addLocalMasterKey(localKeys));
    progress(`Version ${platform.secrets.masterKeys.primary} of the master keys was made.`);
  }
  const keys = platform.secrets.masterKeys;
  const total = await countStaleDataKeys(database, keys.primary);
  const rewrapped = await rewrapDataKeys(database, keys, (done) =>
    progress(`${done} of ${Math.max(done, total)} data keys are rewrapped.`),
  );
  return await describe(database, keys, { rewrapped, localKeys });
}

async function describe(
  database: Database,
  keys: MasterKeys,
  { rewrapped, localKeys }: { readonly rewrapped: number; readonly localKeys: string | undefined },
): Promise<Outcome> {
  const { primary } = keys;
  const remaining = await countStaleDataKeys(database, primary);
  const used = new Set(await listMasterVersions(database.unscoped));
  const unused = [...keys.keys.keys()].filter(
    (version) => version !== primary && !used.has(version),
  );
  const where = localKeys ?? "PLATFORM_MASTER_KEYS of every replica";
  const lines = [
    `Version ${primary} of the master keys wraps the data keys: ${rewrapped} rewrapped, ${remaining} remain.`,
    ...(remaining > 0
      ? ["Another process still uses an older primary key. Run this again when none does."]
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
  return { text: lines.join("\n"), data: { primary, rewrapped, remaining, unused } };
}
