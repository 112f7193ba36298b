/** A step that changed the document, in the order of the steps. */
export interface ShapeStep {
  readonly step: "convert" | "overlay" | "paginate" | "filter" | "rename";
  /** The overlay, or the format that was converted. */
  readonly source?: string;
  readonly changes: readonly ShapeChange[];
}

/** What a step did to one part of the document. */
export interface ShapeChange {
  readonly action: "removed" | "changed" | "copied" | "renamed" | "grouped" | "lost";
  /** The kind of the part, such as `operation`, `schema` or `tag`; `target` for what an overlay names. */
  readonly kind: string;
  /** The name of the part, such as `GET /pets` or `Pet`. */
  readonly name: string;
  /** The new name of what was renamed, or the group. */
  readonly to?: string;
}
