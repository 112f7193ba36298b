import { escapeCodeSpan, splitCodeSpans } from "../../text/code-span.ts";
import { escapeHtml } from "../shared/escape/html.ts";
import { escapeMarkdownMessage } from "../shared/escape/markdown-message.ts";
import type { EarlierPages } from "./moved-pages.ts";

/** A version of a document, and its differences from the version before. */
export interface VersionChanges {
  readonly version: string;
  /** The version before; absent for the first one. */
  readonly before?: { readonly version: string; readonly folder: string };
  readonly changes: readonly DocumentedChange[];
  /** The time at which the version was added to the site: `2026-11-27T12:00:00Z`. */
  readonly added: string;
  /** The pages of the version before. */
  readonly earlier?: EarlierPages | undefined;
}

/** A change as `diff` finds it. */
export interface DocumentedChange {
  /** The name of the kind. `version-changed` is left out: the title of the page says it. */
  readonly kind: string;
  /** `breaking`, `potentially breaking`, `compatible` or `documentation`. */
  readonly severity: string;
  /** One sentence. Code is in backticks. */
  readonly message: string;
  /** The operations that the change affects: `GET /pets`. */
  readonly operations: readonly string[];
  /** The effect on each audience. `works` is not shown. */
  readonly verdicts: Readonly<Record<(typeof audiences)[number][0], string>>;
  /** An example of what breaks, as one sentence. Code is in backticks. */
  readonly example?: string | undefined;
  /** The reason why something may break, where there is no example. */
  readonly reason?: string | undefined;
}

/**
 * The view of the page "What changed" of a version.
 *
 * @param links The address of the page of each operation, such as `GET /pets`.
 */
export function viewChanges(
  { before, changes, added }: VersionChanges,
  links: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  return {
    added: added.slice(0, 10),
    before: before && { version: before.version, folder: encodeURI(before.folder) },
    isUnchanged: before !== undefined && changes.every(({ kind }) => kind === "version-changed"),
    sections: sections.flatMap(({ severity, title, text }) => {
      const found = changes.filter(
        (change) => change.severity === severity && change.kind !== "version-changed",
      );
      return found.length === 0
        ? []
        : [
            {
              title,
              text,
              kind: severity.split(" ")[0],
              count: found.length,
              ...listChanges(found, links),
            },
          ];
    }),
  };
}

/** The lines of the same page as Markdown. */
export function listChangeLines({ changes }: VersionChanges): readonly string[] {
  return changes
    .filter(({ kind }) => kind !== "version-changed")
    .map(({ severity, message, operations, example, reason }) => {
      const names = operations.slice(0, maximumOperations).map((name) => escapeCodeSpan(name));
      const places = names.length === 0 ? "" : ` (${names.join(", ")})`;
      const proof = example ?? reason;
      const shown = proof === undefined ? "" : ` — ${escapeMarkdownMessage(proof)}`;
      return `${severity}: ${escapeMarkdownMessage(message)}${places}${shown}`;
    });
}

const sections = [
  {
    severity: "breaking",
    title: "Breaking",
    text: "Programs or code written for the version before stop working.",
  },
  {
    severity: "potentially breaking",
    title: "Potentially breaking",
    text: "Code that relies on knowing every case, such as an exhaustive switch, has to be extended.",
  },
  { severity: "compatible", title: "Compatible", text: "Nothing has to be changed." },
  {
    severity: "documentation",
    title: "Documentation",
    text: "Only texts for readers are different.",
  },
] as const;

/** Changes of one severity on the page. GitHub's versions differ in thousands of places, which nobody reads. */
const maximumChanges = 500;

/** Operations that are named behind a change. */
const maximumOperations = 5;

function listChanges(
  changes: readonly DocumentedChange[],
  links: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const more = changes.length - maximumChanges;
  return {
    changes: changes
      .slice(0, maximumChanges)
      .map(({ message, operations, verdicts, example, reason }) => ({
        message: renderCode(message),
        example: example === undefined ? "" : renderCode(example),
        reason: reason === undefined ? "" : renderCode(reason),
        audiences: renderAudiences(verdicts),
        operations: operations.slice(0, maximumOperations).map((name) => ({
          name,
          link: links.get(name) ?? "",
        })),
        others: Math.max(0, operations.length - maximumOperations),
      })),
    more: Math.max(0, more),
  };
}

/** Text in backticks as code. */
function renderCode(message: string): string {
  return splitCodeSpans(message)
    .map((part, index) => (index % 2 === 0 ? escapeHtml(part) : `<code>${escapeHtml(part)}</code>`))
    .join("");
}

/** `Breaks client code and handlers.` */
function renderAudiences(verdicts: DocumentedChange["verdicts"]): string {
  return (["breaks", "may break"] as const)
    .flatMap((verdict) => {
      const names = audiences.filter(([key]) => verdicts[key] === verdict).map(([, name]) => name);
      const verb = verdict === "breaks" ? "Breaks" : "May break";
      return names.length === 0 ? [] : [`${verb} ${joinWords(names)}.`];
    })
    .join(" ");
}

/** `a`, `a and b`, `a, b and c`. */
function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

const audiences = [
  ["callers", "running programs"],
  ["clientCode", "code that uses the client"],
  ["handlers", "handlers"],
  ["validators", "validators"],
] as const;
