import { InvalidArgumentError } from "commander";

/** Adds `name=value` to those of a repeatable flag. @throws InvalidArgumentError when it has another form */
export function collectPair(
  text: string,
  previous: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) {
    throw new InvalidArgumentError("Write it as name=value.");
  }
  return { ...previous, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Adds a word to those of a repeatable flag. */
export function collectWord(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}
