import { severities, type Verdict } from "../../compare/change.ts";
import { escapeMarkdown } from "../../emit/shared/escape/markdown.ts";
import { escapeMarkdownLabel } from "../../emit/shared/escape/markdown-label.ts";
import { escapeMarkdownMessage } from "../../emit/shared/escape/markdown-message.ts";
import { groupBy } from "../../group-by.ts";
import { escapeCodeSpan, fenceCode } from "../../text/code-span.ts";
import type { LocatedChange } from "../diff.ts";
import type { PlannedPackage } from "./plan.ts";
import { showCode } from "./show-code.ts";

/**
 * The changelog of a package: a section for the planned version, above the sections of the published one.
 *
 * @param published The changelog of the last version, if it has one.
 * @param date The day of the release, such as `2026-11-23`.
 * @param links The addresses of operations in the reference, such as that of `GET /notes`.
 */
export function renderChangelog(
  planned: PlannedPackage,
  published: string | undefined,
  date: string,
  links: ReadonlyMap<string, string>,
): string {
  const title = `# ${planned.name}\n`;
  const earlier = (published ?? "").replace(/^# .*\n+/, "");
  const section = `## ${planned.next} (${date})\n\n${renderSection(planned, links)
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()}\n`;
  return `${title}\n${section}${earlier === "" ? "" : `\n${earlier}`}`;
}

function renderSection(planned: PlannedPackage, links: ReadonlyMap<string, string>): string {
  const { words, last, changes, declarations, reason } = planned;
  if (words !== undefined) {
    return words;
  }
  if (last === undefined) {
    return "The first version.";
  }
  const texts = changes.filter(({ severity }) => severity === "documentation");
  const others = changes.filter(({ severity }) => severity !== "documentation");
  const groups = [...groupBy(others, ({ operations }) => operations.join(", "))];
  const nameOperations = ([first]: readonly LocatedChange[]): string =>
    first === undefined || first.operations.length === 0
      ? "The whole API"
      : listOperations(first.operations, links);
  return [
    ...(others.length > 0
      ? []
      : [
          `${texts.length > 0 ? "Only texts of the document changed." : escapeMarkdownMessage(reason)}\n`,
        ]),
    ...groups
      .toSorted(([, left], [, right]) => rank(left) - rank(right))
      .map(([, found]) => renderGroup(planned, nameOperations(found), found)),
    ...declarations.map(
      ({ path, removed, added }) =>
        `${escapeCodeSpan(path)}:\n\n${fenceCode("diff", [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)].join("\n"))}\n`,
    ),
    ...(others.length > 0 && texts.length > 0
      ? [
          `Besides, ${texts.length === 1 ? "one text" : `${texts.length} texts`} of the document changed.\n`,
        ]
      : []),
  ].join("\n");
}

function renderGroup(
  planned: PlannedPackage,
  title: string,
  changes: readonly LocatedChange[],
): string {
  const shown = changes.map((change) => {
    const label = labels[worstVerdict(planned, change)];
    const code = showCode(change, planned);
    return `- ${label}${escapeMarkdownMessage(change.message)}${code === undefined ? "" : `\n\n${indent(code)}\n`}`;
  });
  return `### ${title}\n\n${shown.join("\n")}\n`;
}

/** A change of a shared schema can concern hundreds of operations. */
const mostOperations = 5;

function listOperations(names: readonly string[], links: ReadonlyMap<string, string>): string {
  const shown = names
    .slice(0, mostOperations)
    .map((name) => linkOperation(name, links.get(name)))
    .join(", ");
  const others = names.length - mostOperations;
  return others > 0 ? `${shown} and ${others} more` : shown;
}

function linkOperation(name: string, address: string | undefined): string {
  return address === undefined
    ? escapeMarkdown(name)
    : `[${escapeMarkdownLabel(name)}](<${encodeUnsafe(address)}>)`;
}

/** Without characters that could end the address of a link. */
function encodeUnsafe(address: string): string {
  return address.replace(/[<>\\\s]/g, (character) => encodeURIComponent(character));
}

const labels: Readonly<Record<Verdict, string>> = {
  breaks: "**Breaking:** ",
  "may break": "**May break:** ",
  works: "",
};

function worstVerdict({ audiences }: PlannedPackage, { verdicts }: LocatedChange): Verdict {
  const found = audiences.map((audience) => verdicts[audience]);
  return (["breaks", "may break"] as const).find((verdict) => found.includes(verdict)) ?? "works";
}

function rank(changes: readonly LocatedChange[]): number {
  return Math.min(...changes.map(({ severity }) => severities.indexOf(severity)));
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
