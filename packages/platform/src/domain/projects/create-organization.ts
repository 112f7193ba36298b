import { type Kysely, sql } from "kysely";
import type { Tables } from "../../base/db/tables.ts";
import { createId } from "../../base/ids.ts";
import { createApiKey } from "../keys/create-api-key.ts";
import { type Platform, runInOrganization } from "../scope.ts";
import { createProject } from "./create-project.ts";

/** Creates an organization with its data key and its first key. Only this result contains the key's text. */
export async function createOrganization(
  platform: Platform,
  name: string,
): Promise<{ readonly id: string; readonly key: string }> {
  const id = createId("org");
  return await runInOrganization(platform, id, async ({ trx }) => {
    await trx.insertInto("organizations").values({ id, name }).execute();
    await platform.secrets.createDataKey(trx, id);
    const { key } = await createApiKey(trx, { organizationId: id, projectId: null });
    return { id, key };
  });
}

/** Creates a further key of an organization or of one of its projects, for the command `platform keys create`. */
export async function createOwnerKey(
  platform: Platform,
  organizationId: string,
  projectId: string | null,
): Promise<string> {
  return await runInOrganization(platform, organizationId, async ({ trx }) => {
    const { key } = await createApiKey(trx, { organizationId, projectId });
    return key;
  });
}

/** The organization, the project and the keys that a first start creates. The keys are printed once. */
export interface FirstStart {
  readonly organizationId: string;
  readonly organizationKey: string;
  readonly projectId: string;
  readonly projectKey: string;
}

/**
 * Creates an organization and a project, each with a key. Returns undefined when an organization already exists. For
 * the embedded start, which is one process: two processes at the same time could create one each.
 *
 * @param chooseName returns what users see on link pages as the name of the project, which gets a `name` like it; default: `default`
 */
export async function createFirstOrganization(
  platform: Platform,
  chooseName: () => Promise<string> = async () => "default",
): Promise<FirstStart | undefined> {
  if (await hasOrganizations(platform.database.unscoped)) {
    return undefined;
  }
  const name = await chooseName();
  const organization = await createOrganization(platform, "default");
  const project = await runInOrganization(platform, organization.id, (scope) =>
    createProject(scope, {
      name: toProjectName(name),
      should_create_api_key: true,
      ...(name !== toProjectName(name) && { config: { display_name: name } }),
    }),
  );
  return {
    organizationId: organization.id,
    organizationKey: organization.key,
    projectId: project.id,
    projectKey: project.api_key ?? "",
  };
}

/** The name in the form that the API allows: letters, digits, `_` and `-`, 3 to 75 of them. */
function toProjectName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .slice(0, 75)
    .replace(/^-+|-+$/g, "");
  return plain.length < 3 ? "default" : plain;
}

/** True when an organization exists. When none does, this is a first start, which creates one. */
async function hasOrganizations(unscoped: Kysely<Tables>): Promise<boolean> {
  const found = await sql<{ has: boolean }>`select has_organizations() as has`.execute(unscoped);
  return found.rows[0]?.has === true;
}
