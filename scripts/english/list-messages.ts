import { globSync, readFileSync } from "node:fs";
import { isMessage } from "./read-sentences.ts";
import { scanCode } from "./scan-code.ts";

/** A message of an error, a warning or a diagnostic, as in the source. Values in it are written as `…`. */
export interface Message {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * Matches the beginning of a statement whose strings are messages: it contains an error class, or a function or member
 * for messages.
 */
const takesMessages =
  /\w*(?:Error|Failure)\(|\b(?:message|fix|hint|advice|reason)\b\s*[:=]|\b(?:report|refuse|problem|fail|loss|warn|error|issue)\w*\(/i;

/** The beginning of a string's statement is searched in this many characters before the string. */
const statementLength = 400;

/** Every message of the repository, file by file, those of errors first. */
export function listMessages(): readonly Message[] {
  const errors = "spec/errors.yaml";
  const files = globSync("{packages/*/src,scripts}/**/*.{ts,tsx}").filter(
    (file) => !/\.test\.ts$|\/testing\/|^scripts\/english\//.test(file),
  );
  return [
    ...listMessagesOfErrors(errors, readFileSync(errors, "utf8")),
    ...files.toSorted().flatMap((file) => listMessagesInCode(file, readFileSync(file, "utf8"))),
  ];
}

/** The messages of a source file, in order. */
export function listMessagesInCode(file: string, code: string): Message[] {
  return scanCode(code)
    .filter(({ kind, text }) => kind === "string" && isMessage(text))
    .filter(({ offset }) => {
      const before = code.slice(Math.max(0, offset - statementLength), offset);
      return takesMessages.test(before.split(/;\n|^\}\n/m).at(-1) ?? "");
    })
    .map(({ text, offset }) => ({
      file,
      line: code.slice(0, offset).split("\n").length,
      text: text
        .slice(1, -1)
        .replace(/…+/g, "…")
        .replace(/\s*(?:\n|\\n)\s*/g, " "),
    }));
}

/** The messages of `spec/errors.yaml`, in order, each with its suggested fix. */
export function listMessagesOfErrors(file: string, yaml: string): Message[] {
  const lines = yaml.split("\n");
  return lines.flatMap((line, index) => {
    const text = /^ {6}(?:message|suggested_fix): '?(.*?)'?$/.exec(line)?.[1];
    return text === undefined ? [] : [{ file, line: index + 1, text }];
  });
}
