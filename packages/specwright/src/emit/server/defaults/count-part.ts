import { createDiagnosticError } from "../../../diagnostic.ts";
import type { Schema } from "../../../document/model/model.ts";

/**
 * The maximum number of parts in one plan. A schema that is not a component is repeated in each place that refers to
 * it, and the number of such places may double with every level.
 */
const maximumParts = 5000;

/**
 * Counts a schema of a plan.
 *
 * @param seen The schemas that contain it. Empty at the beginning of a plan.
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
    throw createDiagnosticError({
      code: "too-many-parts",
      message: `The defaults of one schema are spread over more than ${maximumParts} parts.`,
      fix: "Turn schemas with several references into components.",
      file,
      pointer,
    });
  }
}
