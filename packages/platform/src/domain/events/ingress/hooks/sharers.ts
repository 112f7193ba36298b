import { sql } from "kysely";
import type { CatalogPlace } from "../../../../applications/toolkits/types/catalog-types.ts";
import { readDatabaseNow } from "../../../../base/db/now.ts";
import { scheduleRegistrations } from "../../../accounts/connected-accounts/changing/account-triggers.ts";
import { type Platform, runInProject, type Scope } from "../../../scope.ts";
import { findAndLockTrigger, selectTriggers } from "../../triggers/trigger-rows.ts";
import { findManagedReceivers } from "../managed-receivers.ts";
import type { HookOwner, Registration } from "./hook-types.ts";

/** The enabled instances of a project that share a hook. */
export interface Sharers {
  readonly place: CatalogPlace;
  readonly ids: readonly string[];
}

/**
 * The instances that share a hook of an owner. A hook of the deployment's app has them in all projects. With an app of the customer's,
 * only those of the same project count: another project could claim any owner.
 *
 * @param instance one that shares the hook, or did before it was deleted
 */
export async function listSharers(
  platform: Platform,
  instance: HookOwner,
  registration: Registration,
): Promise<readonly Sharers[]> {
  const { projectId, toolkitSlug, accountId } = instance;
  const owner = String(registration.owner);
  const app = await runInProject(platform, projectId, (scope) => readApp(scope, accountId));
  const places = app?.isManaged
    ? (
        await findManagedReceivers(platform.database.unscoped, {
          toolkitSlug,
          scheme: app.scheme,
          owner,
        })
      ).map(({ place }) => place)
    : [{ projectId }];
  const byProject = new Map(places.map((place) => [place.projectId, place]));
  const found: Sharers[] = [];
  for (const place of byProject.values()) {
    const ids = await runInProject(platform, place, async (scope) => {
      const rows = await selectTriggers(scope)
        .select("id")
        .where("toolkit_slug", "=", toolkitSlug)
        .where("disabled_at", "is", null)
        .where(sql`registration ->> 'owner'`, "=", owner)
        .where(sql`registration ->> 'shared'`, "=", registration.shared)
        .orderBy("id")
        .execute();
      return rows.map(({ id }) => id);
    });
    if (ids.length > 0) {
      found.push({ place, ids });
    }
  }
  return found;
}

/** Has the instances register their hook again at once. */
export async function renewForSharers(
  platform: Platform,
  sharers: readonly Sharers[],
): Promise<void> {
  for (const { place, ids } of sharers) {
    for (const id of ids) {
      await runInProject(platform, place, (scope) => renewAtOnce(scope, id));
    }
  }
}

async function renewAtOnce(scope: Scope, id: string): Promise<void> {
  const row = (await findAndLockTrigger(scope, id))?.row;
  if (row === undefined || row.disabled_at !== null || row.registration === null) {
    return;
  }
  await scope.trx
    .updateTable("trigger_instances")
    .set({ hook_renew_at: readDatabaseNow() })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .execute();
  await scheduleRegistrations(scope, [id]);
}

async function readApp({ trx, projectId }: Scope, accountId: string | null) {
  return await trx
    .selectFrom("connected_accounts as a")
    .innerJoin("auth_configs as c", (join) =>
      join.onRef("c.project_id", "=", "a.project_id").onRef("c.id", "=", "a.auth_config_id"),
    )
    .select(["c.is_platform_managed as isManaged", "a.auth_scheme as scheme"])
    .where("a.project_id", "=", projectId)
    .where("a.id", "=", accountId)
    .executeTakeFirst();
}
