import type { WrittenPagination } from "../model/facts/pagination-members.ts";

/** How a document is changed before its model is made, in this order: converted, overlaid, paginated, filtered, renamed. */
export interface InputSettings {
  /** Paths of OpenAPI overlays, which are applied in this order. */
  readonly overlays?: readonly string[];
  /**
   * `x-pagination` of operations, by operationId (`listPets`, `list*`), by path with GET (`/pets`, `/shops/**`), or by
   * method and path (`POST /search`). Default: that of the document.
   */
  readonly pagination?: Readonly<Record<string, WrittenPagination>>;
  /** The operations to keep. An operation is kept when it fits every member. Default: all. */
  readonly include?: Selection;
  /** The operations to leave out. An operation is left out when it fits a member. Default: none. */
  readonly exclude?: Selection;
  /** The names of operations and schemas. Default: those of the document. */
  readonly names?: NameSettings;
}

/** How operations and schemas are named and grouped. */
export interface NameSettings {
  /** The framework that made the operationIds, so that what it added is left out. `auto` finds out. Default: none. */
  readonly style?: OperationStyle;
  readonly operations?: NameRules;
  readonly schemas?: NameRules;
  /** `path` or the name of an extension, such as `x-group`: the only tag of each operation. Default: its tags. */
  readonly groups?: string;
}

/** A framework whose operationIds are recognized. */
export type OperationStyle = "auto" | "fastapi" | "nestjs" | "springdoc" | "dotnet";

/** How names are written: `listPets`, `ListPets` or `list_pets`. */
export type NameCase = "camel" | "pascal" | "snake";

/** Rules for names, in the order in which they apply. */
export interface NameRules {
  /** New names, by the old ones. Operations can also be named by method and path, as in `GET /pets`. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Beginnings (`Api*`) and ends (`*Dto`) that are left out. */
  readonly strip?: readonly string[];
  readonly case?: NameCase;
}

/** A choice of operations. */
export interface Selection {
  /** Names of tags. An operation fits when it has one of them. */
  readonly tags?: readonly string[];
  /** Paths, in which `*` stands for the text of one segment and `**` for any text, such as `/repos/**`. */
  readonly paths?: readonly string[];
  /** Methods, such as `get`. */
  readonly methods?: readonly string[];
  /** Values of `operationId`, in which `*` stands for any text. */
  readonly operations?: readonly string[];
  /** Values of `x-audience`, of the operation or else of its path. */
  readonly audiences?: readonly string[];
  /** True for operations with `x-internal: true`, also when their path has it; false for the others. */
  readonly internal?: boolean;
  /** True for operations that are deprecated; false for the others. */
  readonly deprecated?: boolean;
}
