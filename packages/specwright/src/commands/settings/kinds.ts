import { resolve } from "node:path";
import { checkWhole, type Setting } from "./setting.ts";

/** The path of an output folder. Commands that write into it add it to their own command line themselves. */
export function outputFolder(flags: string, help: string): Setting<string> {
  return { ...folder(flags, help), listWords: () => [] };
}

/** The path of a folder. */
export function folder(flags: string, help: string): Setting<string> {
  return {
    flags: [{ flags, help }],
    check: checkWhole(isText, "Write the path of a folder, relative to this file."),
    resolve: (path, from) => resolve(from, path),
    listWords: (path, toPath) => [readLongName(flags), toPath(path)],
  };
}

/** A string. */
export function text(flags: string, help: string, fix: string): Setting<string> {
  return {
    flags: [{ flags, help }],
    check: checkWhole(isText, fix),
    resolve: keepAsGiven,
    listWords: (value) => [readLongName(flags), value],
  };
}

/**
 * A setting that is true or false. With two help texts, a flag `--no-…` can turn it off. A setting that is on by
 * default needs that flag, and so does one that `redocly.yaml` may turn on.
 */
export function toggle(
  flag: string,
  help: string | { readonly on: string; readonly off: string },
  byDefault = false,
): Setting<boolean> {
  const off = flag.replace("--", "--no-");
  return {
    // The positive spelling comes first. Otherwise Commander would treat the negative one as given.
    flags:
      typeof help === "string"
        ? [{ flags: flag, help }]
        : [
            { flags: flag, help: help.on },
            { flags: off, help: help.off },
          ],
    check: checkWhole((value) => typeof value === "boolean", "Write true or false."),
    resolve: keepAsGiven,
    listWords: (value) => (value === byDefault ? [] : [value ? flag : off]),
  };
}

/** One of several words. The first one is the default. */
export function choice<const Word extends string>(
  flags: string,
  help: string,
  choices: readonly [Word, ...Word[]],
): Setting<Word> {
  return {
    flags: [{ flags, help, choices }],
    check: checkWhole(
      (value) => choices.some((each) => each === value),
      `Write ${choices.join(" or ")}.`,
    ),
    resolve: keepAsGiven,
    listWords: (value) => (value === choices[0] ? [] : [readLongName(flags), value]),
  };
}

/** A list of texts: `a,b` on the command line. The flag may also be repeated. */
export function list(
  flags: string,
  help: string,
  { fix, isItem = () => true }: ListRules,
): Setting<readonly string[]> {
  return {
    flags: [
      {
        flags,
        help,
        parse: (value, previous = []) => [
          ...previous,
          ...value.split(",").filter((item) => item !== ""),
        ],
      },
    ],
    check: checkWhole(
      (value) => Array.isArray(value) && value.every((item) => isText(item) && isItem(item)),
      fix,
    ),
    resolve: keepAsGiven,
    listWords: (values) => [readLongName(flags), values.join(",")],
  };
}

interface ListRules {
  readonly fix: string;
  readonly isItem?: (item: string) => boolean;
}

/** `--out` of `-o, --out <folder>`. */
export function readLongName(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** For settings without paths. */
export function keepAsGiven<Value>(value: Value): Value {
  return value;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
