import { sql } from "kysely";
import type { CompiledToolkit } from "../../applications/toolkits/compiled/compiled-toolkit.ts";
import type { PackedDocument } from "../../applications/toolkits/compiled/packed-document.ts";
import type { AuthMode } from "../../applications/toolkits/types/auth-types.ts";
import type { ToolkitCatalog } from "../../applications/toolkits/types/catalog-types.ts";
import { readDatabaseNow } from "../../base/db/now.ts";
import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import { PlatformError } from "../../base/errors.ts";
import { createId } from "../../base/ids.ts";
import type { Scope } from "../scope.ts";
import { assertRoom } from "../storage/read-storage.ts";
import { selectVersions } from "./toolkit-rows.ts";
import { writeCompiled } from "./write-compiled.ts";

/** A toolkit that a project brings. */
export interface NewToolkit {
  readonly compiled: CompiledToolkit;
  /** Its document as the project wrote it. */
  readonly document: PackedDocument;
  /** The auth schemes to offer; undefined for all that the document describes. */
  readonly authSchemes?: readonly AuthMode[] | undefined;
  /** `import` creates a toolkit, `replace` adds a version to a toolkit that the project has. */
  readonly purpose: "import" | "replace";
}

/** Names that are used by paths next to `/toolkits/{slug}`, or by our own tools (docs/decisions.md §7). */
const reserved: ReadonlySet<string> = new Set([
  "platform",
  "multi",
  "categories",
  "import",
  "auth",
]);

/**
 * Stores a version of a toolkit in a project. From the commit on, this project sees it and no other. If the document
 * equals that of the latest version, no new version is created.
 *
 * @param installation the toolkits that every project sees; their slugs are taken
 * @throws PlatformError `Toolkit_SlugTaken`, `Toolkit_NotOwned`, `Toolkit_NotFound`, and `Toolkit_DocumentInvalid`
 *   when a tool would have the same slug as a tool of another toolkit, and `Project_StorageFull`
 */
export async function storeToolkit(
  { trx, projectId, platform }: Scope,
  { compiled, document, authSchemes, purpose }: NewToolkit,
  installation: ToolkitCatalog,
): Promise<StoredVersion> {
  const { slug } = compiled;
  const schemes = authSchemes === undefined ? null : authSchemes.toSorted();
  await raiseCatalogVersion(trx, projectId);
  const latest = await selectVersions(trx, projectId, slug)
    .select([
      "version",
      sql<boolean>`document_hash = ${Buffer.from(document.hash)} and auth_schemes is not distinct from ${schemes}::text[]`.as(
        "isSame",
      ),
    ])
    .executeTakeFirst();
  const isOwn = latest !== undefined;
  const isOthers = !isOwn && installation.findToolkit(slug) !== undefined;
  if (purpose === "import" && (reserved.has(slug) || isOthers || isOwn)) {
    throw new PlatformError("Toolkit_SlugTaken");
  }
  if (purpose === "replace" && !isOwn) {
    throw new PlatformError(isOthers ? "Toolkit_NotOwned" : "Toolkit_NotFound");
  }
  if (latest?.isSame === true) {
    return await readVersions({ trx, projectId }, slug);
  }
  const slugs = compiled.tools.map((tool) => tool.slug);
  await assertToolsAreFree({ trx, projectId }, { slug, slugs }, installation);
  await assertRoom({ trx, projectId, platform }, "toolkits", document.bytes.byteLength);
  const version = await chooseNextVersion({ trx, projectId }, slug);
  const id = createId("tk");
  await trx
    .insertInto("project_toolkits")
    .values({
      project_id: projectId,
      id,
      slug,
      version,
      packed_document: Buffer.from(document.bytes),
      document_hash: Buffer.from(document.hash),
      auth_schemes: schemes,
      tool_slugs: slugs,
      tool_identities: compiled.tools.map(({ identity }) => identity),
    })
    .execute();
  await writeCompiled(trx, { projectId, toolkitId: id }, compiled);
  return await readVersions({ trx, projectId }, slug);
}

/** The latest version of a toolkit, and its earlier versions. */
export interface StoredVersion {
  /** Such as `20260206_01`. */
  readonly version: string;
  /** All of them, the newest first. */
  readonly versions: readonly string[];
  /** When the first version was stored. `updatedAt` is the time of the latest. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

async function readVersions(
  { trx, projectId }: Pick<Scope, "trx" | "projectId">,
  slug: string,
): Promise<StoredVersion> {
  const rows = await selectVersions(trx, projectId, slug)
    .select(["version", "created_at"])
    .execute();
  const [newest, oldest] = [rows[0], rows.at(-1)];
  if (newest === undefined || oldest === undefined) {
    throw new Error(`The toolkit ${slug} was stored, and has no version.`);
  }
  return {
    version: newest.version,
    versions: rows.map(({ version }) => version),
    createdAt: oldest.created_at.toISOString(),
    updatedAt: newest.created_at.toISOString(),
  };
}

/**
 * Removes a toolkit of a project with all its versions, from the commit on. Its rows stay, because logs name its
 * versions, without their documents, which free their room.
 *
 * @throws PlatformError `Toolkit_NotFound`, `Toolkit_NotOwned`
 */
export async function removeToolkit(
  { trx, projectId }: Scope,
  slug: string,
  installation: ToolkitCatalog,
): Promise<void> {
  await raiseCatalogVersion(trx, projectId);
  const removed = await trx
    .updateTable("project_toolkits")
    .set({ deleted_at: readDatabaseNow(), packed_document: Buffer.alloc(0) })
    .where("project_id", "=", projectId)
    .where("slug", "=", slug)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (removed.numUpdatedRows === 0n) {
    const isOthers = installation.findToolkit(slug) !== undefined;
    throw new PlatformError(isOthers ? "Toolkit_NotOwned" : "Toolkit_NotFound");
  }
}

/** Locks the row, so that changes of one project happen one after the other. */
async function raiseCatalogVersion(trx: ScopedTransaction, projectId: string): Promise<void> {
  await trx
    .updateTable("projects")
    .set((eb) => ({ catalog_version: eb("catalog_version", "+", 1) }))
    .where("id", "=", projectId)
    .execute();
}

/** Two toolkits can have the same tool slug: `a` with the operation `b_c`, and `a_b` with the operation `c`. */
async function assertToolsAreFree(
  { trx, projectId }: Pick<Scope, "trx" | "projectId">,
  { slug, slugs }: { readonly slug: string; readonly slugs: readonly string[] },
  installation: ToolkitCatalog,
): Promise<void> {
  const clash = await trx
    .selectFrom("project_toolkits")
    .where("project_id", "=", projectId)
    .where("slug", "!=", slug)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`tool_slugs && ${[...slugs]}::text[]`)
    .select(["slug", "tool_slugs"])
    .executeTakeFirst();
  const theirs = new Set(clash?.tool_slugs);
  const taken = slugs.find((tool) => theirs.has(tool) || installation.hasTool(tool));
  if (taken !== undefined) {
    const owner = theirs.has(taken) ? clash?.slug : "platform";
    throw new PlatformError("Toolkit_DocumentInvalid", {
      errors: [
        `document: an operation would become the tool ${taken}, and ${owner} already has a tool of that name`,
      ],
    });
  }
}

/** Today by the database's clock, with the next counter. Deleted versions count too, because logs name them. */
async function chooseNextVersion(
  { trx, projectId }: Pick<Scope, "trx" | "projectId">,
  slug: string,
): Promise<string> {
  const found = await trx
    .selectFrom("project_toolkits")
    .where("project_id", "=", projectId)
    .where("slug", "=", slug)
    .select([
      sql<string>`to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDD')`.as("today"),
      sql<string | null>`max(version)`.as("newest"),
    ])
    .executeTakeFirstOrThrow();
  const [day = "", counter = ""] = found.newest?.split("_") ?? [];
  // If the clock was set back, the new version must still be later than the newest.
  if (day < found.today) {
    return `${found.today}_00`;
  }
  if (counter === "99") {
    throw new PlatformError("Request_RateLimited", {
      words: {
        message: "The toolkit already has a hundred versions dated today.",
        suggestedFix: "Import its next version tomorrow.",
      },
      retryAfterSeconds: 3600,
    });
  }
  return `${day}_${String(Number(counter) + 1).padStart(2, "0")}`;
}
