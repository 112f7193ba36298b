import type { Selectable, SelectQueryBuilder } from "kysely";
import type { Schemas } from "../../base/api-types.ts";
import type { Tables } from "../../base/db/tables.ts";
import type { Scope } from "../scope.ts";

/** A row of `files`. */
export type FileRow = Selectable<Tables["files"]>;

/** The files of the project. */
export function selectFiles({
  trx,
  projectId,
}: Scope): SelectQueryBuilder<Tables, "files", FileRow> {
  return trx.selectFrom("files").selectAll().where("project_id", "=", projectId);
}

/** The key with which a tool names a file: `proj_h3Vn8RwYc5Je/req_file_Ab12Cd34Ef56/invoice.pdf`. */
export function nameFileKey({ project_id, id, filename }: FileRow): string {
  return `${project_id}/${id}/${filename}`;
}

/** The file as lists return it. */
export function toStoredFile(row: FileRow): Schemas["StoredFile"] {
  const { id, filename, mimetype, md5, size, toolkit_slug, tool_slug } = row;
  return {
    id,
    key: nameFileKey(row),
    filename,
    mimetype,
    md5,
    size,
    toolkit_slug,
    tool_slug,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
