import { isObject } from "../../json-object.ts";
import { askDidYouMean } from "../../text/nearest.ts";
import { escapeSegment } from "../../text/pointer.ts";

/** A row of a table of settings: the values that a setting can have, and its flag. */
export interface Setting<Value> {
  /** Finds every problem of a value. A value without problems has the type of the setting. */
  check(value: unknown, name: string): readonly SettingProblem[];
  /** Replaces every path in a value. Absent for values without paths. */
  mapPaths?(value: Value, map: (path: string) => string): Value;
  /** The help of the flag, which is named after the setting. Absent when only `redocly.yaml` has the setting. */
  readonly help?: string | undefined;
  /** The help of the flag `--no-…`, for settings that `redocly.yaml` may turn on, or that are on by default. */
  readonly off?: string;
  /** The short flag, such as `-o`. */
  readonly short?: string;
  /** The value of the flag in its help, such as `<folder>`. Absent for switches. */
  readonly placeholder?: string;
  readonly choices?: readonly string[];
  /**
   * Reads the value of a flag. Absent when the value is the text itself. `previous` is the value of an earlier
   * occurrence of the flag.
   *
   * @throws InvalidValue
   */
  parse?(text: string, previous: Value | undefined): Value;
  /** Returns a value as words of a command line; none for the default. Absent for the flag and the value as one word. */
  listWords?(value: Value, flag: string): readonly string[];
}

/** A row for each setting. */
export type SettingTable<Settings> = {
  readonly [Name in keyof Settings]-?: Setting<NonNullable<Settings[Name]>>;
};

/** A problem of a value: the message, the place within the value, and the fix. */
export interface SettingProblem {
  /** JSON Pointer from the value to the wrong member. `""` for the whole value. */
  readonly pointer: string;
  readonly message: string;
  readonly fix: string;
}

/** The value of a flag cannot be used. The message says how to write it. */
export class InvalidValue extends Error {}

/** A value that is valid or invalid as a whole. */
export function whole<Value>(isValid: (value: unknown) => boolean, fix: string): Setting<Value> {
  return {
    check: (value, name) => (isValid(value) ? [] : [reportInvalid(name, fix)]),
  };
}

/** The problem of a value that is not valid as a whole. */
export function reportInvalid(name: string, fix: string): SettingProblem {
  return { pointer: "", message: `The value of \`${name}\` is not valid.`, fix };
}

/** The path of a folder. */
export function folder(help?: string): Setting<string> {
  return {
    ...whole(isText, "Write the path of a folder, relative to this file."),
    mapPaths: (path, map) => map(path),
    placeholder: "<folder>",
    help,
  };
}

/** True or false. It is off by default. */
export function toggle(help?: string, byDefault = false): Setting<boolean> {
  return {
    ...whole((value) => typeof value === "boolean", "Write true or false."),
    listWords: (value, flag) =>
      value === byDefault ? [] : [value ? flag : flag.replace("--", "--no-")],
    help,
  };
}

/** One of several words. The first one is the default. */
export function choice<const Word extends string>(
  choices: readonly [Word, ...Word[]],
  help?: string,
): Setting<Word> {
  return {
    ...whole((value) => choices.some((each) => each === value), `Write ${choices.join(" or ")}.`),
    placeholder: "<how>",
    choices,
    listWords: (value, flag) => (value === choices[0] ? [] : [flag, value]),
    help,
  };
}

/** A list of texts: `a,b` on the command line. The flag may also be repeated. */
export function listOf(
  isItem: (item: string) => boolean,
  fix: string,
  help: string,
): Setting<readonly string[]> {
  return {
    ...whole(
      (value) => Array.isArray(value) && value.every((item) => isText(item) && isItem(item)),
      fix,
    ),
    placeholder: "<names>",
    parse: (text, previous = []) => [...previous, ...text.split(",").filter((item) => item !== "")],
    listWords: (values, flag) => [flag, values.join(",")],
    help,
  };
}

/** An object with any number of members. */
export function recordOf<Value extends object>(
  isKey: (key: string) => boolean,
  isMember: (member: unknown) => boolean,
  fix: string,
): Setting<Value> {
  const fits = ([key, member]: [string, unknown]): boolean => isKey(key) && isMember(member);
  return whole((value) => isObject(value) && Object.entries(value).every(fits), fix);
}

/** An object with settings of its own. */
export type ObjectSetting<Value> = Required<Pick<Setting<Value>, "check" | "mapPaths">>;

/** Suggests the setting that was probably meant. `output` means `out`, although they differ by half of their letters. */
function suggestSetting(key: string, names: readonly string[]): string {
  const beginning = names.find((name) => key.startsWith(name));
  const guess =
    askDidYouMean(key, names) || (beginning === undefined ? "" : `Did you mean \`${beginning}\`? `);
  return `${guess}Choose from ${names.join(", ")}.`;
}

/**
 * Makes the row of an object whose members are the rows of a table.
 *
 * @param former What to do about settings that there were in earlier versions.
 */
export function objectOf<Value extends object>(
  table: SettingTable<Value>,
  required: readonly (keyof Value & string)[],
  fix: string,
  former: Readonly<Record<string, string>> = {},
): ObjectSetting<Value> {
  const rows = new Map<string, Setting<unknown>>(Object.entries(table));
  const names = [...rows.keys()];
  const checkMember = (key: string, member: unknown, name: string): readonly SettingProblem[] => {
    const unknown = {
      pointer: "",
      message: `\`${name}\` has no setting \`${key}\`.`,
      fix: new Map(Object.entries(former)).get(key) ?? suggestSetting(key, names),
    };
    return rows.get(key)?.check(member, key) ?? [unknown];
  };
  return {
    check: (value, name) => {
      if (!isObject(value)) {
        return [reportInvalid(name, fix)];
      }
      const missing = required.filter((key) => value[key] === undefined);
      const given = Object.entries(value).filter(([, member]) => member !== undefined);
      return [
        ...missing.flatMap((key) => {
          const message = `\`${name}\` has no \`${key}\`.`;
          return table[key].check(undefined, key).map((problem) => ({ ...problem, message }));
        }),
        ...given.flatMap(([key, member]) =>
          checkMember(key, member, name).map((problem) => ({
            ...problem,
            pointer: `/${escapeSegment(key)}${problem.pointer}`,
          })),
        ),
      ];
    },
    mapPaths: (value, map) => {
      const members = Object.entries(value).map(([key, member]) => [
        key,
        rows.get(key)?.mapPaths?.(member, map) ?? member,
      ]);
      // Each row returns a value of its own type.
      return Object.fromEntries(members) as Value;
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
