import type { PlannedPackage, ReleasePlan } from "../../../commands/release/plan.ts";
import { severities } from "../../../compare/change.ts";
import { count } from "../count.ts";
import { escapeLineForTerminal } from "../render-diagnostic.ts";
import { showPath } from "../shown-path.ts";

/** Lines of a list before the rest is counted. */
const maximumLines = 20;

/** A plan as text for people. */
export function renderPlan({
  api,
  document,
  packages,
  counts,
  commands,
  skipped,
}: ReleasePlan): string {
  const changes = severities.map((severity) => `${counts[severity]} ${severity}`).join(", ");
  const hasLast = packages.some(({ last }) => last !== undefined);
  const released = packages.filter(({ next }) => next !== undefined);
  return [
    `${api}  ${showPath(document)}`,
    ...(hasLast ? [`Changes of the document since the last version: ${changes}.`] : []),
    "",
    ...packages.flatMap(renderPackage),
    "",
    ...(released.length === 0
      ? ["Nothing to release."]
      : [
          `${count(released.length, "package")} to release. The commands:`,
          ...commands.map((command) => `  ${command}`),
          ...skipped.map((step) => `  (left out) ${step}`),
        ]),
    "",
  ]
    .map(escapeLineForTerminal)
    .join("\n");
}

function renderPackage({
  name,
  last,
  next,
  bump,
  reason,
  declarations,
}: PlannedPackage): readonly string[] {
  const from = last ?? "not published";
  const shown = declarations.flatMap(({ path, removed, added }) => [
    `    ${path}`,
    ...removed.map((line) => `    - ${line}`),
    ...added.map((line) => `    + ${line}`),
  ]);
  const more = shown.length - maximumLines;
  return [
    next === undefined
      ? `  ${name}  ${from}, not changed`
      : `  ${name}  ${from} → ${next}${bump === undefined ? "" : ` (${bump})`}`,
    `    ${reason}`,
    ...shown.slice(0, maximumLines),
    ...(more > 0 ? [`    … and ${more} more lines (--json lists them)`] : []),
  ];
}
