import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { changeKinds } from "../../packages/specwright/src/diff/kinds/change-kinds.ts";
import { judgeSeverity, type Kind } from "../../packages/specwright/src/diff/kinds/kind.ts";
import { resolveInRoot } from "../support/paths.ts";

const page = "docs/changes.md";

const introduction = `# Kinds of changes

\`specwright diff\` gives each change one of these ${changeKinds.size} kinds. Kinds that begin with \`request-\` or \`response-\` say which way the
values go; in webhooks and callbacks the API sends the request. \`npm run generate\` writes this page from the table that the
command uses.

- **Callers** are programs that are running. **Client code** is compiled against the types and the client, **handlers** against the types
  of the server. **Validators** are judged by the values that they accepted.
- *May break* is for code that counts on knowing every case, such as a \`switch\` without \`default\`.
- **Severity** is the worse of the verdicts for callers and client code.

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
