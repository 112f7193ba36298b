import type { Command } from "commander";

/** Parses `a,b` and repeated options into one list. */
export function list(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...value.split(",").filter((item) => item !== "")];
}

/** Ends a command that was given nothing to work on: wrong usage. */
export function nothingToDo(command: Command, document: string | undefined): never {
  return command.error(
    document === undefined
      ? "error: name a document, or add `x-specwright` with `out` to an API of redocly.yaml"
      : `error: there is neither a file nor an API ${document}`,
  );
}
