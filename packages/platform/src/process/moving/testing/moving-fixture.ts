import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll } from "vitest";
import type { Database } from "../../../base/db/opening/open-database.ts";
import { createDiskStore } from "../../../base/files/disk-store.ts";
import type { FileStore } from "../../../base/files/file-store.ts";
import { createId } from "../../../base/ids.ts";
import type { SecretPlace } from "../../../base/secrets/secrets.ts";
import type { Platform } from "../../../domain/scope.ts";
import { fillProject } from "../../../testing/fill-project.ts";
import { createTestPlatform } from "../../../testing/test-platform.ts";
import { createTestProject } from "../../../testing/test-project.ts";
import { readExportKey } from "../export-key.ts";
import type { MovingRequest } from "../export-projects.ts";

/** An installation: a database, secrets under master keys of its own, and a folder of files. */
export interface Installation {
  readonly platform: Platform;
  readonly store: FileStore;
  readonly files: string;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A new folder that is removed when the suite ends. */
export function makeTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "platform-moving-"));
  folders.push(folder);
  return folder;
}

/** An installation without projects. */
export function createInstallation(database: Database): Installation {
  const files = makeTestFolder();
  return { platform: createTestPlatform(database), store: createDiskStore(files), files };
}

/** A project of `createFullProject`. */
export interface FullProject {
  readonly organizationId: string;
  readonly projectId: string;
  /** The envelope of "a secret" at the place of an auth config. */
  readonly envelope: string;
}

/** A project with a row in every table, a secret, and two files with bytes. */
export async function createFullProject({ platform, store }: Installation): Promise<FullProject> {
  const { database, secrets } = platform;
  const owner = await createTestProject(database, secrets);
  const { projectId } = owner;
  await fillProject(database, projectId);
  // `fillProject` wrote an empty log and an empty event, of 400 bytes each.
  const written = JSON.stringify([{ id: projectId, change: 800, bodies: 0 }]);
  await sql`select note_written(${written}::json)`.execute(database.unscoped);
  await database.transactInOrganization(owner.organizationId, (trx) =>
    trx
      .insertInto("api_keys")
      .values(
        [null, projectId].map((project_id) => ({
          id: createId("key"),
          organization_id: owner.organizationId,
          project_id,
          name: "n",
          hash: randomBytes(32).toString("hex"),
          shown: "ak_1...",
        })),
      )
      .execute(),
  );
  for (const size of [0, 300_000]) {
    const bytes = randomBytes(size);
    const fileId = createId("req_file");
    await (await store.receive(ReadableStream.from([bytes]))).keep({ projectId, fileId });
    await database.transactInProject(projectId, (trx) =>
      trx
        .insertInto("files")
        .values({
          project_id: projectId,
          id: fileId,
          filename: "f",
          mimetype: "text/plain",
          md5: createHash("md5").update(bytes).digest("hex"),
          size,
          toolkit_slug: "t",
          tool_slug: "T",
          is_result: false,
          signing_key: "",
        })
        .execute(),
    );
  }
  const envelope = await database.transactInProject(projectId, (trx) =>
    secrets.seal(trx, placeSecret(projectId), "a secret"),
  );
  return { ...owner, envelope };
}

/** The place of the envelope of `createFullProject`. */
function placeSecret(ownerId: string): SecretPlace {
  return { ownerId, table: "auth_configs", row: "ac_1", field: "secrets" };
}

/** Opens the envelope of `createFullProject`. */
export async function openSecret(
  { platform: { database, secrets } }: Installation,
  { projectId, envelope }: FullProject,
): Promise<unknown> {
  return await database.transactInProject(projectId, (trx) =>
    secrets.open(trx, placeSecret(projectId), envelope),
  );
}

/** The request of an export or an import. */
export function requestMoving(
  { platform, store }: Installation,
  folder: string,
  more: Partial<MovingRequest> = {},
): MovingRequest {
  const exportKey = readExportKey(`${folder}.key`, true);
  folders.push(`${folder}.key`);
  return { platform, store, folder, exportKey, projects: [], progress: () => {}, ...more };
}

/** The rows of a project in every table that names it, as JSON without the wrapping of data keys. */
export async function readProjectRows(
  { platform: { database } }: Installation,
  projectId: string,
  except: readonly string[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows: tables } = await sql<{ name: string; column: string }>`
    select c.relname::text as name, a.attname::text as column from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname in ('project_id', 'owner_id')
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and has_table_privilege(c.oid, 'select')`.execute(database.unscoped);
  return await database.transactInProject(projectId, async (trx) => {
    await sql`set local timezone to 'UTC'`.execute(trx);
    const read: Record<string, readonly string[]> = {};
    for (const { name, column } of tables.filter((table) => !except.includes(table.name))) {
      const { rows } = await sql<{
        row: string;
      }>`select (to_jsonb(t) - 'wrapped' - 'master_version')::text as row
        from ${sql.table(name)} t where t.${sql.ref(column)} = ${projectId} order by 1`.execute(
        trx,
      );
      read[name] = rows.map(({ row }) => row);
    }
    return read;
  });
}

/** The stored files of a project: each id with its bytes in hexadecimal. */
export function listStoredBytes({ files }: Installation, projectId: string): readonly string[][] {
  return readdirSync(join(files, projectId))
    .toSorted()
    .map((id) => [id, readFileSync(join(files, projectId, id)).toString("hex")]);
}
