import type { Generated } from "kysely";
import type { Schemas } from "../../api-types.ts";
import type { DefaultedJson, OptionalTime, Time } from "./column-types.ts";

/** The settings of a project that differ from the defaults of a new project. */
export type StoredProjectConfig = Schemas["UpdateProjectConfigRequest"];

/** Rows of `organizations`. */
export interface OrganizationsTable {
  id: string;
  name: string;
  created_at: Time;
}

/** Rows of `projects`. */
export interface ProjectsTable {
  id: string;
  organization_id: string;
  name: string;
  config: DefaultedJson<StoredProjectConfig>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
  /** Counts the changes to the toolkits of the project. */
  catalog_version: Generated<number>;
}

/** Rows of `project_imports`. */
export interface ProjectImportsTable {
  project_id: string;
  /** The export that `platform import` read. */
  export_id: string;
  imported_at: Time;
}

/** Rows of `api_keys`. */
export interface ApiKeysTable {
  id: string;
  organization_id: string;
  project_id: string | null;
  name: string;
  /** SHA-256 of the key, hexadecimal. The key itself is not stored. */
  hash: string;
  /** The first four characters and `...`. */
  shown: string;
  created_at: Time;
  /** When it was used last, within an hour; null before its first use. */
  last_used_at: OptionalTime;
}

/** Rows of `data_keys`. */
export interface DataKeysTable {
  owner_id: string;
  version: number;
  wrapped: string;
  master_version: number;
  created_at: Time;
}
