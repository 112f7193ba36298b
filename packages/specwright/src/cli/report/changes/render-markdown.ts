import type { DiffResult, LocatedChange } from "../../../commands/diff.ts";
import { severities } from "../../../compare/change.ts";
import { escapeMarkdown } from "../../../emit/shared/escape/markdown.ts";
import { escapeMarkdownMessage } from "../../../emit/shared/escape/markdown-message.ts";
import { groupBy } from "../../../group-by.ts";
import { writeWitness } from "../../../witness/write-witness.ts";
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

function renderItem(change: LocatedChange): string {
  const { message, verdicts, kind, operations, approved, witness, reason } = change;
  const reach =
    operations.length === 0 ? "" : ` ${renderOperations(operations.map(escapeMarkdown))}.`;
  const accepted = approved === undefined ? "" : ` Approved: ${escapeMarkdownMessage(approved)}`;
  const proof = [witness && writeWitness(witness), reason]
    .flatMap((text) => text ?? [])
    .map((text) => `  ${escapeMarkdownMessage(text)}\n`);
  return `- ${escapeMarkdownMessage(message)} (\`${kind}\`${renderVerdicts(verdicts)})${reach}${accepted}\n${proof.join("")}`;
}
