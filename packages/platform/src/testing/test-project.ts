import { randomBytes } from "node:crypto";
import type { Database } from "../base/db/opening/open-database.ts";
import { enterProject } from "../base/db/transactions/scoped.ts";
import { createId } from "../base/ids.ts";
import { createSecrets, type Secrets } from "../base/secrets/secrets.ts";

/** Secrets under a master key of this process, for tests. */
export function createTestSecrets(): Secrets {
  return createSecrets({ primary: 1, keys: new Map([[1, randomBytes(32)]]) });
}

/** A new organization with one project. Both have only a data key. */
export async function createTestProject(
  database: Database,
  secrets: Secrets,
): Promise<{ readonly organizationId: string; readonly projectId: string }> {
  const organizationId = createId("org");
  const projectId = createId("proj");
  await database.transactInOrganization(organizationId, async (trx) => {
    await trx.insertInto("organizations").values({ id: organizationId, name: "Test" }).execute();
    await secrets.createDataKey(trx, organizationId);
    await trx
      .insertInto("projects")
      .values({ id: projectId, organization_id: organizationId, name: "test" })
      .execute();
    await enterProject(trx, projectId);
    await secrets.createDataKey(trx, projectId);
  });
  return { organizationId, projectId };
}
