import { type Kysely, sql } from "kysely";
import type { Tables } from "../../base/db/tables.ts";
import { type OrganizationScope, type Platform, runInOrganization } from "../scope.ts";

/** Organizations that are looked up with one statement. */
const atOnce = 500;

/** An organization with its projects. */
export interface ListedOrganization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  /** Without deleted ones, the oldest first. */
  readonly projects: readonly ListedProject[];
  /** The keys of the organization and of its projects, the oldest first. */
  readonly keys: readonly ListedKey[];
}

/** A project of an organization. */
export interface ListedProject {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** A key without its text, which is not stored. */
export interface ListedKey {
  readonly id: string;
  /** Null for a key of the organization. */
  readonly projectId: string | null;
  /** Its first characters. */
  readonly shown: string;
  readonly createdAt: Date;
}

/**
 * Reads all organizations, each in a transaction of its own scope.
 *
 * @param only the id of the only one to read; the list is empty when it does not exist
 */
export async function listOrganizations(
  platform: Platform,
  only?: string,
): Promise<readonly ListedOrganization[]> {
  const found: ListedOrganization[] = [];
  for await (const id of only === undefined ? listIds(platform.database.unscoped) : [only]) {
    const organization = await runInOrganization(platform, id, readOrganization);
    if (organization !== undefined) {
      found.push(organization);
    }
  }
  return found;
}

async function* listIds(unscoped: Kysely<Tables>): AsyncGenerator<string> {
  for (let last = ""; ; ) {
    const { rows } = await sql<{
      id: string;
    }>`select id from list_organizations(${last}, ${atOnce}::integer)`.execute(unscoped);
    yield* rows.map(({ id }) => id);
    const end = rows.at(-1);
    if (end === undefined) {
      return;
    }
    last = end.id;
  }
}

async function readOrganization({
  trx,
  organizationId,
}: OrganizationScope): Promise<ListedOrganization | undefined> {
  const organization = await trx
    .selectFrom("organizations")
    .select(["id", "name", "created_at as createdAt"])
    .where("id", "=", organizationId)
    .executeTakeFirst();
  if (organization === undefined) {
    return undefined;
  }
  const projects = await trx
    .selectFrom("projects")
    .select(["id", "name", "created_at as createdAt"])
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const keys = await trx
    .selectFrom("api_keys")
    .select(["id", "project_id as projectId", "shown", "created_at as createdAt"])
    .where("organization_id", "=", organizationId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return { ...organization, projects, keys };
}
