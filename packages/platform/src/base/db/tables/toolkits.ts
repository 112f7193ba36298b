import type { Schemas } from "../../api-types.ts";
import type { OptionalTime, Time } from "./column-types.ts";

/** Rows of `project_toolkits`. */
export interface ProjectToolkitsTable {
  project_id: string;
  id: string;
  slug: string;
  version: string;
  /** From `packDocument`; empty once the toolkit is deleted. */
  packed_document: Buffer;
  /** SHA-256 of the text. */
  document_hash: Buffer;
  /** The schemes to offer; null for all schemes in the document. */
  auth_schemes: Schemas["AuthScheme"][] | null;
  created_at: Time;
  deleted_at: OptionalTime;
  tool_slugs: string[];
  /** What identifies the operation of each tool, in the order of `tool_slugs`. */
  tool_identities: string[];
}

/** Rows of `project_outlines`. */
export interface ProjectOutlinesTable {
  project_id: string;
  toolkit_id: string;
  /** The version of the code that wrote the row. */
  format: number;
  /** The toolkit and its tools in the form that lists, filters and searches read, compressed. */
  outline: Buffer;
}

/** Rows of `project_tools`. */
export interface ProjectToolsTable {
  project_id: string;
  toolkit_id: string;
  format: number;
  slug: string;
  /** The tool as lists return it: compressed JSON. */
  record: Buffer;
  /** The tool's schemas and request rules, compressed. Only executions read them. */
  execution: Buffer;
}
