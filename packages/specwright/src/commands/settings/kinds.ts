import { isObject } from "../../json-object.ts";
import { askDidYouMean } from "../../text/nearest.ts";
import { escapeSegment } from "../../text/pointer.ts";

/** The values that a setting can have, on the command line and in `redocly.yaml`. */
export interface Kind<Value> {
  /** Finds every problem of a value. A value without problems has the type of the setting. */
  check(value: unknown, name: string): readonly SettingProblem[];
  /** Replaces every path in a value. Absent for values without paths. */
  mapPaths?(value: Value, map: (path: string) => string): Value;
  /** Returns the value as words of a command line; none for the default. Absent for the flag and the value as one word. */
  listWords?(value: Value, flag: string): readonly string[];
  /**
   * Reads the value of a flag. Absent when the value is the text itself. `previous` is the value of an earlier
   * occurrence of the flag.
   *
   * @throws InvalidValue
   */
  parse?(text: string, previous: Value | undefined): Value;
  /** The words to choose from. */
  readonly choices?: readonly string[];
}

/** A row of a table of settings. */
export interface Setting<Value> extends Kind<Value> {
  /** In Commander's syntax, such as `-t, --targets <names>`. Absent when only `redocly.yaml` has the setting. */
  readonly flags?: string;
  readonly help?: string;
  /** The help of the flag `--no-…`, for settings that `redocly.yaml` may turn on, or that are on by default. */
  readonly off?: string;
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

/** Values that are valid or invalid as a whole. */
export function whole<Value>(isValid: (value: unknown) => boolean, fix: string): Kind<Value> {
  return {
    check: (value, name) =>
      isValid(value)
        ? []
        : [{ pointer: "", message: `The value of \`${name}\` is not valid.`, fix }],
  };
}

/** The path of a folder. */
export const folder: Kind<string> = {
  ...whole(isText, "Write the path of a folder, relative to this file."),
  mapPaths: (path, map) => map(path),
};

/** True or false. */
export function toggle(byDefault = false): Kind<boolean> {
  return {
    ...whole((value) => typeof value === "boolean", "Write true or false."),
    listWords: (value, flag) =>
      value === byDefault ? [] : [value ? flag : flag.replace("--", "--no-")],
  };
}

/** One of several words. The first one is the default. */
export function choice<const Word extends string>(
  ...choices: readonly [Word, ...Word[]]
): Kind<Word> {
  return {
    ...whole((value) => choices.some((each) => each === value), `Write ${choices.join(" or ")}.`),
    listWords: (value, flag) => (value === choices[0] ? [] : [flag, value]),
    choices,
  };
}

/** A list of texts: `a,b` on the command line. The flag may also be repeated. */
export function listOf(isItem: (item: string) => boolean, fix: string): Kind<readonly string[]> {
  return {
    ...whole(
      (value) => Array.isArray(value) && value.every((item) => isText(item) && isItem(item)),
      fix,
    ),
    listWords: (values, flag) => [flag, values.join(",")],
    parse: (text, previous = []) => [...previous, ...text.split(",").filter((item) => item !== "")],
  };
}

/** An object with a value for each of some keys. */
export function recordOf<Value extends object>(
  isKey: (key: string) => boolean,
  isItem: (item: unknown) => boolean,
  fix: string,
): Kind<Value> {
  return whole(
    (value) =>
      isObject(value) && Object.entries(value).every(([key, item]) => isKey(key) && isItem(item)),
    fix,
  );
}

/** An object with settings of its own. */
export type ObjectKind<Value> = Required<Pick<Kind<Value>, "check" | "mapPaths">>;

/** Makes the kind of an object whose members have the rows of a table. */
export function objectOf<Value extends object>(
  table: SettingTable<Value>,
  required: readonly (keyof Value & string)[],
  fix: string,
): ObjectKind<Value> {
  const rows = new Map<string, Setting<unknown>>(Object.entries(table));
  const check = (key: string, value: unknown, name: string): readonly SettingProblem[] => {
    const names = [...rows.keys()];
    return (
      rows.get(key)?.check(value, key) ?? [
        {
          pointer: "",
          message: `\`${name}\` has no setting \`${key}\`.`,
          fix: `${askDidYouMean(key, names)}Choose from ${names.join(", ")}.`,
        },
      ]
    );
  };
  return {
    check: (value, name) => {
      if (!isObject(value)) {
        return whole(() => false, fix).check(value, name);
      }
      const [missing, given] = [
        required.filter((key) => value[key] === undefined),
        Object.keys(value).filter((key) => value[key] !== undefined),
      ];
      return [
        ...missing.flatMap((key) =>
          check(key, undefined, name).map(({ fix }) => ({
            pointer: "",
            message: `\`${name}\` has no \`${key}\`.`,
            fix,
          })),
        ),
        ...given.flatMap((key) =>
          check(key, value[key], name).map(({ pointer, ...problem }) => ({
            pointer: `/${escapeSegment(key)}${pointer}`,
            ...problem,
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
