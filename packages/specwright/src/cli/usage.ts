import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { ConfiguredApi } from "../commands/settings/configuration.ts";
import { isNoPath } from "../commands/settings/portable-command.ts";
import { createDiagnosticError, type DiagnosticError } from "../diagnostic.ts";
import { suggestDocument } from "../document/read/files/similar-file.ts";
import { showUrl } from "../text/show-url.ts";

/** The help of the argument of a command that works on the APIs of redocly.yaml with some setting. */
export function describeDocument(setting: string): string {
  return `a path, a URL, - for standard input, or an API of redocly.yaml; by default every API of redocly.yaml with \`${setting}\``;
}

/** Ends a command without a document, as wrong usage. */
export function failNothingToDo(command: Command, extension: string, setting: string): never {
  return command.error(
    `error: no document is given, and no API of redocly.yaml has \`${setting}\` in \`${extension}\`. Name a document, as in: specwright ${command.name()} openapi.yaml`,
  );
}

/**
 * Refuses a document that is a path and does not exist, before a setting is missed that only an API would have.
 *
 * @param apis The APIs of redocly.yaml.
 * @throws DiagnosticError as for a document that cannot be read
 */
export function requireDocument(
  document: string,
  apis: readonly Pick<ConfiguredApi, "name">[],
): void {
  if (!isNoPath(document) && !existsSync(document)) {
    throw createNoDocumentError(document, apis);
  }
}

/** The error for an argument that is neither a file nor the name of an API. */
export function createNoDocumentError(
  document: string,
  apis: readonly Pick<ConfiguredApi, "name">[],
): DiagnosticError {
  const names = apis.map(({ name }) => name);
  return createDiagnosticError({
    code: "file-not-readable",
    message: `The file ${showUrl(document)} does not exist, and redocly.yaml has no API of that name.`,
    fix: `${suggestDocument(resolve(document), document, process.cwd(), names)}Name a file, or an API of redocly.yaml.`,
  });
}
