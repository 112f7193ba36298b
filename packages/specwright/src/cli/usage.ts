import { resolve } from "node:path";
import type { Command } from "commander";
import { suggestFile } from "../read/files/similar-file.ts";

/** Ends a command without a document, as wrong usage. */
export function failNothingToDo(command: Command, extension: string, setting: string): never {
  return command.error(
    `error: no document is given, and no API of redocly.yaml has \`${setting}\` in \`${extension}\`. Name a document, as in: specwright ${command.name()} openapi.yaml`,
  );
}

/**
 * Ends a command whose document is neither a file nor the name of an API, as wrong usage.
 *
 * @param apis The names of the APIs of redocly.yaml.
 */
export function failNoSuchDocument(
  command: Command,
  document: string,
  apis: readonly string[],
): never {
  const similar = suggestFile(resolve(document), document, apis).trimEnd();
  return command.error(
    `error: the file ${document} does not exist, and redocly.yaml has no API of that name.${similar === "" ? "" : ` ${similar}`}`,
  );
}
