import { DiagnosticError } from "../../../diagnostic.ts";
import type { Schema } from "../../../model/model.ts";

/**
 * The maximum number of parts in one plan. Schemas that are not components are written out in each place that refers to
 * them, and the number of ways to them may double.
 */
const maximumParts = 5000;

/**
 * Counts a schema of a plan.
 *
 * @param seen The schemas around it; none where a plan begins.
 * @throws DiagnosticError when the plan has too many parts.
 */
export function countPart(
  schema: Schema,
  seen: ReadonlySet<Schema>,
  planning: { parts: number },
): void {
  planning.parts = seen.size === 0 ? 0 : planning.parts + 1;
  if (planning.parts > maximumParts) {
    const { file, pointer } = schema.location;
    throw new DiagnosticError([
      {
        severity: "error",
        code: "too-many-parts",
        message: `The defaults of one schema stand in more than ${maximumParts} parts.`,
        fix: "Turn schemas with several references into components.",
        file,
        pointer,
      },
    ]);
  }
}
