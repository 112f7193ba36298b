import type { BuildContext } from "./build-context.ts";
import { reportProblem } from "./build-context.ts";
import type { Raw } from "./raw.ts";
import { findMember } from "./raw.ts";

/**
 * Reports a warning for a member that is beside a `$ref` and has no effect there, though its author meant it to have one.
 *
 * @param reason The rule by which it has none, as the beginning of a sentence.
 */
export function reportIgnoredSibling(
  raw: Raw,
  name: string,
  { reason, fix }: { readonly reason: string; readonly fix: string },
  context: BuildContext,
): void {
  reportProblem(context, findMember(raw, name) ?? raw, {
    severity: "warning",
    code: "ignored-beside-reference",
    message: `${reason}, so \`${name}\` has no effect here.`,
    fix,
  });
}
