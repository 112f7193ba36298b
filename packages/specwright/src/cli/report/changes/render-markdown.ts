import type { DiffResult, LocatedChange } from "../../../commands/diff.ts";
import { severities } from "../../../diff/change.ts";
import { groupBy } from "../../../group-by.ts";
import { escapeLineForTerminal } from "../render-diagnostic.ts";
import { renderOperations, renderVerdicts, summarize } from "./render-text.ts";

/** Lines of one kind in a comment. */
const maximumOfKind = 20;

/** The changes as Markdown, for example for a comment on a pull request. There is a section for each severity. */
export function renderMarkdown({ changes }: DiffResult): string {
  const sections = severities.flatMap((severity) => {
    const found = changes.filter((change) => change.severity === severity);
    const title = severity.charAt(0).toUpperCase() + severity.slice(1);
    return found.length === 0 ? [] : [`## ${title}\n\n${renderKinds(found)}`];
  });
  return `${summarize(changes)}\n${sections.map((section) => `\n${section}`).join("")}`;
}

function renderKinds(changes: readonly LocatedChange[]): string {
  return [...groupBy(changes, ({ kind }) => kind)]
    .flatMap(([kind, all]) => {
      const more = all.length - maximumOfKind;
      const shown = all.slice(0, maximumOfKind).map(renderItem);
      return more > 0 ? [...shown, `- … and ${more} more of \`${kind}\`\n`] : shown;
    })
    .join("");
}

function renderItem({ message, verdicts, kind, operations, approved }: LocatedChange): string {
  const reach = operations.length === 0 ? "" : ` ${renderOperations(operations)}.`;
  const accepted = approved === undefined ? "" : ` Approved: ${approved}`;
  return `- ${escapeText(message)} (\`${kind}\`${renderVerdicts(verdicts)})${escapeText(reach)}${escapeText(accepted)}\n`;
}

/** Escapes texts of the document. They are inside code spans or escaped, so they cannot begin HTML, a mention or a link. */
function escapeText(text: string): string {
  return escapeLineForTerminal(text)
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replace(/[\\<>[\]*_@|]/g, "\\$&")))
    .join("");
}
