import type { DiffResult, LocatedChange } from "../../../commands/diff.ts";
import type { Severity } from "../../../compare/change.ts";
import { writeWitness } from "../../../witness/write-witness.ts";
import { escapeLineForTerminal } from "../render-diagnostic.ts";

/** GitHub does not show more annotations for a step. */
const maximumShown = 50;

/**
 * The changes as GitHub's workflow commands. GitHub displays them at the lines of the new document. A
 * removed part is displayed at the part that contained it.
 */
export function renderAnnotations({ changes }: DiffResult): string {
  const found = changes.filter(
    ({ severity, approved }) => severity !== "documentation" && approved === undefined,
  );
  const shown = found.length > maximumShown ? found.slice(0, maximumShown - 1) : found;
  const others = found.length - shown.length;
  const more = `::notice title=specwright diff::${others} more changes are not shown here. \`--format json\` lists all.\n`;
  return shown.map(renderAnnotation).join("") + (others === 0 ? "" : more);
}

function renderAnnotation(change: LocatedChange): string {
  const { severity, kind, message, after, near, witness } = change;
  const { file, line = 1, column = 1 } = after ?? near ?? {};
  const place =
    file === undefined ? "" : `file=${escapeProperty(file)},line=${line},col=${column},`;
  const text = witness === undefined ? message : `${message} ${writeWitness(witness)}`;
  return `::${levels[severity]} ${place}title=${escapeProperty(kind)}::${escapeData(text)}\n`;
}

const levels: Readonly<Record<Severity, string>> = {
  breaking: "error",
  "potentially breaking": "warning",
  compatible: "notice",
  documentation: "notice",
};

/** Escapes a message as GitHub's toolkit does, so that it stays on one line. */
function escapeData(text: string): string {
  return escapeLineForTerminal(text).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
