import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { ConfiguredApi } from "../commands/settings/configuration.ts";
import { isNoPath } from "../commands/settings/portable-command.ts";
import { suggestFile } from "../read/files/similar-file.ts";

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
 * Ends a command whose document is a path and does not exist, as wrong usage. It is not the name of an API either.
 *
 * @param apis The APIs of redocly.yaml.
 */
export function requireDocument(
  command: Command,
  document: string,
  apis: readonly Pick<ConfiguredApi, "name">[],
): void {
  if (!isNoPath(document) && !existsSync(document)) {
    failNoSuchDocument(command, document, apis);
  }
}

/** Ends a command whose argument is neither a file nor the name of an API, as wrong usage. */
export function failNoSuchDocument(
  command: Command,
  document: string,
  apis: readonly Pick<ConfiguredApi, "name">[],
): never {
  const names = apis.map(({ name }) => name);
  const similar = suggestFile(resolve(document), document, names).trimEnd();
  return command.error(
    `error: the file ${document} does not exist, and redocly.yaml has no API of that name.${similar === "" ? "" : ` ${similar}`}`,
  );
}
