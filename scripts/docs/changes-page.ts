import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { changeKinds } from "../../packages/specwright/src/compare/kinds/change-kinds.ts";
import { judgeSeverity, type Kind } from "../../packages/specwright/src/compare/kinds/kind.ts";
import { resolveInRoot } from "../support/paths.ts";

const page = "docs/changes.md";

const introduction = `# Kinds of changes

\`specwright diff\` compares two versions of a document, and gives each change one of these ${changeKinds.size} kinds. This page says
what each kind means and whom it breaks. Approvals name a change by its kind ([how](guide/changes.md)).

- **Callers** are programs that are already running. **Client code** is compiled against the generated types and the client, and **handlers**
  against the types of the generated server. **Validators** are compared by the values that they accept.
- *Breaks* and *works* are certain. *May break* depends on the code: it breaks when the code counts on knowing every case,
  such as a \`switch\` without \`default\`.
- **Severity** is the worse of the verdicts for callers and client code. \`--fail-on\` compares with it.
- Kinds that begin with \`request-\` or \`response-\` say which way the values go. In webhooks and callbacks the owner of the API sends
  the request, and verdicts can differ.
- *Place*, *name*, *before* and *after* stand for texts of the document.

\`npm run generate\` writes this page from the table that the command uses.

| Kind | The change | Severity | Callers | Client code | Handlers | Validators |
|---|---|---|---|---|---|---|
`;

/** The page of all kinds of changes. */
export function renderChangesPage(): string {
  return introduction + [...changeKinds.values()].map(renderRow).join("");
}

function renderRow(kind: Kind): string {
  const { callers, clientCode, handlers, validators } = kind.verdicts;
  const sentence = kind.sentence.replace(/\{(\w+)\}/g, "*$1*");
  const severity = judgeSeverity(kind.verdicts, kind);
  const cells = [`\`${kind.name}\``, sentence, severity, callers, clientCode, handlers, validators];
  return `| ${cells.join(" | ")} |\n`;
}

/**
 * Writes the page if it is not up to date.
 *
 * @returns whether it was up to date
 */
export function writeChangesPage({ check }: { readonly check: boolean }): boolean {
  const path = resolveInRoot(page);
  const text = renderChangesPage();
  const isUpToDate = existsSync(path) && readFileSync(path, "utf8") === text;
  if (!isUpToDate && !check) {
    writeFileSync(path, text);
  }
  return isUpToDate;
}
