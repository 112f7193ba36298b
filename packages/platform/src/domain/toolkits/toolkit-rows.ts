import { type SelectQueryBuilder, sql } from "kysely";
import type { DocumentSource } from "../../applications/toolkits/compiled/compile-job.ts";
import { compiledFormat } from "../../applications/toolkits/compiled/compiled-toolkit.ts";
import type { ImportWish } from "../../applications/toolkits/importing/import-types.ts";
import type { Tables } from "../../base/db/tables.ts";
import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";

/** A version of a project's toolkit, as in its row. */
export interface ToolkitRow {
  readonly id: string;
  readonly slug: string;
  readonly version: string;
  readonly toolSlugs: readonly string[];
  /** True when this version of the code has compiled it. */
  readonly isCompiled: boolean;
  readonly createdAt: Date;
}

/** The toolkits of a project at one moment. */
export interface ProjectToolkits {
  readonly catalogVersion: number;
  /** Versions of one slug stand together, the newest first. */
  readonly rows: readonly ToolkitRow[];
}

/** Reads a project's toolkits in one statement, so that it never sees half of a change. */
export async function readProjectToolkits(
  trx: ScopedTransaction,
  projectId: string,
): Promise<ProjectToolkits> {
  const found = await trx
    .selectFrom("projects")
    .leftJoin("project_toolkits", (join) =>
      join
        .onRef("project_toolkits.project_id", "=", "projects.id")
        .on("project_toolkits.deleted_at", "is", null),
    )
    .leftJoin("project_outlines", (join) =>
      join
        .onRef("project_outlines.project_id", "=", "project_toolkits.project_id")
        .onRef("project_outlines.toolkit_id", "=", "project_toolkits.id")
        .on("project_outlines.format", "=", compiledFormat),
    )
    .where("projects.id", "=", projectId)
    .select([
      "projects.catalog_version",
      "project_toolkits.id",
      "project_toolkits.slug",
      "project_toolkits.version",
      "project_toolkits.tool_slugs",
      "project_toolkits.created_at",
      "project_outlines.format",
    ])
    .orderBy("project_toolkits.slug")
    .orderBy("project_toolkits.version", "desc")
    .execute();
  return {
    catalogVersion: found[0]?.catalog_version ?? 0,
    rows: found.flatMap(({ id, slug, version, tool_slugs, created_at: createdAt, format }) =>
      id === null || slug === null || version === null || createdAt === null
        ? []
        : [
            {
              id,
              slug,
              version,
              toolSlugs: tool_slugs ?? [],
              isCompiled: format !== null,
              createdAt,
            },
          ],
    ),
  };
}

/** The compressed outlines of versions, by their id. */
export async function readOutlines(
  trx: ScopedTransaction,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await trx
    .selectFrom("project_outlines")
    .where("project_id", "=", projectId)
    .where("toolkit_id", "in", ids)
    .where("format", "=", compiledFormat)
    .select(["toolkit_id", "outline"])
    .execute();
  return new Map(rows.map(({ toolkit_id, outline }) => [toolkit_id, outline]));
}

/** The compressed records of tools of one version. */
export async function readToolRecords(
  trx: ScopedTransaction,
  { projectId, toolkitId }: { readonly projectId: string; readonly toolkitId: string },
  slugs: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await trx
    .selectFrom("project_tools")
    .where("project_id", "=", projectId)
    .where("toolkit_id", "=", toolkitId)
    .where("format", "=", compiledFormat)
    .where(sql<boolean>`slug = any (${[...slugs]}::text[])`)
    .select(["slug", "record"])
    .execute();
  return new Map(rows.map(({ slug, record }) => [slug, record]));
}

/** The compressed record and execution of one tool. */
export async function readStoredTool(
  trx: ScopedTransaction,
  { projectId, toolkitId }: { readonly projectId: string; readonly toolkitId: string },
  slug: string,
): Promise<{ readonly record: Uint8Array; readonly execution: Uint8Array } | undefined> {
  return await trx
    .selectFrom("project_tools")
    .where("project_id", "=", projectId)
    .where("toolkit_id", "=", toolkitId)
    .where("format", "=", compiledFormat)
    .where("slug", "=", slug)
    .select(["record", "execution"])
    .executeTakeFirst();
}

/** The document of an imported version, with the settings of its import. */
export async function readStoredDocument(
  trx: ScopedTransaction,
  { projectId, toolkitId }: { readonly projectId: string; readonly toolkitId: string },
): Promise<{ readonly source: DocumentSource; readonly wish: ImportWish } | undefined> {
  const row = await trx
    .selectFrom("project_toolkits")
    .where("project_id", "=", projectId)
    .where("id", "=", toolkitId)
    // A deleted toolkit has no document.
    .where("deleted_at", "is", null)
    .select(["packed_document", "slug", "auth_schemes", "tool_slugs", "tool_identities"])
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  const { packed_document: packed, slug, auth_schemes: schemes } = row;
  return {
    source: { packed },
    wish: { slug, names: toNames(row), ...(schemes === null ? {} : { authSchemes: schemes }) },
  };
}

/** The versions of a toolkit that is not deleted, the newest first. */
export function selectVersions(
  trx: ScopedTransaction,
  projectId: string,
  slug: string,
): SelectQueryBuilder<Tables, "project_toolkits", object> {
  return trx
    .selectFrom("project_toolkits")
    .where("project_id", "=", projectId)
    .where("slug", "=", slug)
    .where("deleted_at", "is", null)
    .orderBy("version", "desc");
}

/** The slugs of the tools that a toolkit has at its latest version, by what identifies their operations. */
export async function readToolNames(
  trx: ScopedTransaction,
  projectId: string,
  slug: string,
): Promise<ReadonlyMap<string, string>> {
  const row = await selectVersions(trx, projectId, slug)
    .select(["tool_slugs", "tool_identities"])
    .executeTakeFirst();
  return row === undefined ? new Map() : toNames(row);
}

function toNames(row: {
  readonly tool_slugs: readonly string[];
  readonly tool_identities: readonly string[];
}): ReadonlyMap<string, string> {
  return new Map(
    row.tool_identities.flatMap((identity, index) => {
      const slug = row.tool_slugs[index];
      return slug === undefined ? [] : [[identity, slug] as const];
    }),
  );
}
