import type { ArrayFormat } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import type { Raw } from "../context/raw.ts";
import { findMember } from "../context/raw.ts";

const formats: readonly ArrayFormat[] = ["repeat", "brackets", "indices"];

/**
 * Reads `x-array-format`. Reports a value that is not a format, and a place where nothing is written in brackets.
 *
 * @param hasEffect whether the owner can have brackets
 */
export function readArrayFormat(
  raw: Raw,
  hasEffect: boolean,
  context: BuildContext,
): ArrayFormat | undefined {
  const written = findMember(raw, "x-array-format");
  const format = formats.find((each) => each === written?.value);
  if (written !== undefined && (format === undefined || !hasEffect)) {
    reportProblem(context, written, {
      severity: "warning",
      code: "invalid-array-format",
      message: hasEffect
        ? "`x-array-format` is not one of the formats, so it is ignored."
        : "`x-array-format` has no effect here, because nothing at this place is written in brackets.",
      fix: `Write ${formats.join(", ")} for an operation, a form, or a query parameter in the style \`deepObject\` or in the style \`form\` with \`explode\`; or remove it.`,
    });
  }
  return hasEffect ? format : undefined;
}
