import type { ShapeChange, ShapeStep } from "../../document/shape/shape-report.ts";
import { count } from "./count.ts";

/** What steps did to a document, for people: a line for each kind of change, with the first names. */
export function renderSteps(steps: readonly ShapeStep[]): string {
  return steps.flatMap(renderStep).join("");
}

function renderStep({ step, source, changes }: ShapeStep): readonly string[] {
  const title = `${step}${source === undefined ? "" : ` ${source}`}`;
  if (changes.length === 0) {
    return [`${title}: ${step === "convert" ? "nothing was lost" : "nothing changed"}.\n`];
  }
  const groups = new Map<string, ShapeChange[]>();
  for (const change of changes) {
    const key = `${change.action} ${change.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [
    `${title}:\n`,
    ...[...groups.values()].map((group) => {
      const [first] = group;
      const names = group.slice(0, maximumNames).map(renderName).join(", ");
      const rest = group.length > maximumNames ? ` and ${group.length - maximumNames} more` : "";
      return `  ${count(group.length, first?.kind ?? "")} ${first?.action}: ${names}${rest}\n`;
    }),
  ];
}

function renderName({ name, to }: ShapeChange): string {
  return to === undefined ? name : `${name} → ${to}`;
}

/** More names would not be read. `--json` has them all. */
const maximumNames = 5;
