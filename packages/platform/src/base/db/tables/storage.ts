import type { ColumnType, Expression, Generated } from "kysely";
import type { Time } from "./column-types.ts";

/** The kinds of bytes that are counted for a project. */
export type StorageKind = "files" | "toolkits" | "logs_and_events";

/** Rows of `files`. */
export interface FilesTable {
  project_id: string;
  id: string;
  filename: string;
  mimetype: string;
  /** In hexadecimal, lower case. */
  md5: string;
  /** In bytes; null until the bytes have been uploaded and checked. */
  size: number | null;
  toolkit_slug: string;
  tool_slug: string;
  /** True for a file that a tool returned. */
  is_result: boolean;
  /** The users for whom a tool took or returned it. */
  user_ids: Generated<string[]>;
  /** An envelope around the key that signs the URLs of the file. */
  signing_key: string;
  created_at: Time;
  /** The last time that it was requested, uploaded, taken or returned: retention counts from it. */
  used_at: Time;
  /** For the rest of a result that was cut: the session, or the user of an MCP server, that may read it. */
  reader: Generated<string | null>;
  /** From then on a result that was cut is erased; null for other files. */
  expires_at: ColumnType<Date | null, Expression<Date> | undefined, never>;
}

/** Rows of `storage_counts`. */
export interface StorageCountsTable {
  project_id: string;
  kind: StorageKind;
  /** A change of the sum. The driver answers a bigint as text. */
  bytes: ColumnType<string, never, never>;
}

/** Rows of `storage_reservations`. */
export interface StorageReservationsTable {
  project_id: string;
  id: string;
  kind: StorageKind;
  bytes: ColumnType<string, never, never>;
  expires_at: ColumnType<Date, Date, Date>;
}
