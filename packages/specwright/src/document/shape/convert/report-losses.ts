import type { ShapeChange } from "../shape-report.ts";
import type { Shaping } from "../shaping.ts";

/** A part of a document that the converted one does not have. */
export interface LostPart {
  /** What it is, such as `schema` or `media upload`. */
  readonly kind: string;
  readonly name: string;
  /** JSON Pointer in the document that was converted. */
  readonly pointer: string;
  /**
   * `report` for what only the report of `shape` lists, because nobody has to do anything. An error for what would make
   * clients do something else than they should. Default: a warning.
   */
  readonly severity?: "report" | "error";
  /** Default: to describe it in another way. */
  readonly fix?: string;
}

/**
 * Reports what a conversion loses: all of it in the report of the step, and what somebody may miss as diagnostics.
 *
 * @param from the format of the document
 * @param to the format that it has now
 */
export function reportLosses(
  losses: readonly LostPart[],
  { from, to }: { readonly from: string; readonly to: string },
  { file, steps, problems }: Shaping,
): void {
  const changes = losses.map(({ kind, name }): ShapeChange => ({ action: "lost", kind, name }));
  steps.push({ step: "convert", source: from, changes });
  for (const { kind, name, pointer, severity = "warning", fix } of losses) {
    if (severity !== "report") {
      problems.push({
        severity,
        code: "lost-in-conversion",
        message: `The ${kind} \`${name}\` has no counterpart in ${to}, so the conversion from ${from} lost it.`,
        fix: fix ?? "Describe it in another way, or add it with an overlay.",
        file: file.name,
        pointer,
      });
    }
  }
}
