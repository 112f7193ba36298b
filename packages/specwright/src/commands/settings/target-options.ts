import type { Target } from "../../emit/define-target.ts";
import type { OptionRow, OptionRows } from "../../emit/target-options.ts";
import { isObject } from "../../json-object.ts";
import { escapeSegment } from "../../text/pointer.ts";
import {
  InvalidValue,
  objectOf,
  reportInvalid,
  type Setting,
  type SettingProblem,
  type SettingTable,
  whole,
} from "./kinds.ts";
import { builtInTargets, findTarget, isTargetName } from "./targets.ts";

/** The options of targets, by the target's name and the option's: `{ types: { … } }`. */
export type TargetOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The setting `options`. Its flag takes the same options as JSON. */
export const optionsSetting: Setting<TargetOptions> = {
  check: checkTargetOptions,
  placeholder: "<options>",
  help: "as JSON: options of targets, which are listed below",
  listWords: (value, flag) => [flag, JSON.stringify(value)],
  parse: (text) => {
    const value = parseJson(text);
    const [problem] = checkTargetOptions(value, "options");
    if (problem !== undefined) {
      throw new InvalidValue(`${problem.message} ${problem.fix}`);
    }
    // Checked just now.
    return value as TargetOptions;
  },
};

function checkTargetOptions(value: unknown, name: string): readonly SettingProblem[] {
  if (!isObject(value)) {
    return [reportInvalid(name, fix)];
  }
  return Object.entries(value).flatMap(([target, given]) => {
    const rows = findTarget(target)?.options;
    const isFit = isObject(given) && isTargetName(target);
    // Those of other targets are checked when the targets are loaded.
    const problems =
      rows !== undefined
        ? checkOptions(rows, given, target)
        : isFit
          ? []
          : [{ pointer: "", message: `\`${target}\` is not a target.`, fix }];
    return problems.map((problem) => ({
      ...problem,
      pointer: `/${escapeSegment(target)}${problem.pointer}`,
    }));
  });
}

const fix = "Write the options of each target below its name, such as { validators: {} }.";

/** The problems of the options that a user gave a target. */
export function checkOptions(
  rows: OptionRows,
  given: unknown,
  target: string,
): readonly SettingProblem[] {
  const names = Object.keys(rows);
  if (names.length === 0) {
    return isObject(given) && Object.keys(given).length === 0
      ? []
      : [{ pointer: "", message: `\`${target}\` has no options.`, fix: "Remove them." }];
  }
  const table: SettingTable<Record<string, object>> = Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, toSetting(row)]),
  );
  return objectOf(table, [], `Write options, such as \`${names[0]}\`.`).check(given, target);
}

function toSetting(row: OptionRow): Setting<object> {
  switch (row.type) {
    case "boolean":
      return whole((value) => typeof value === "boolean", "Write true or false.");
    case "number":
      return whole((value) => typeof value === "number", "Write a number.");
    case "string":
      return whole(
        (value) => isWord(value, row.values),
        row.values === undefined ? "Write a text." : `Write ${row.values.join(" or ")}.`,
      );
    case "strings":
      return whole(
        (value) => Array.isArray(value) && value.every((each) => isWord(each, row.values)),
        row.values === undefined
          ? "Write a list of texts."
          : `Write a list of ${row.values.join(", ")}.`,
      );
    default:
      return row satisfies never;
  }
}

function isWord(value: unknown, values: readonly string[] | undefined): boolean {
  return typeof value === "string" && (values === undefined || values.includes(value));
}

/** The help of the options of targets, as lines. Empty when no target has options. */
export function describeOptions(targets: readonly Target[] = builtInTargets): string {
  const lines = targets.flatMap(({ name, options }) =>
    Object.entries(options).map(([option, row]) => {
      const values =
        "values" in row && row.values !== undefined ? ` (${row.values.join(", ")})` : "";
      const standard = row.default === undefined ? "" : `; default ${JSON.stringify(row.default)}`;
      return `  ${name}.${option}: ${row.help}${values}${standard}\n`;
    }),
  );
  return lines.length === 0
    ? ""
    : `\nOptions of targets, in redocly.yaml as \`options: { target: { option: value } }\`:\n${lines.join("")}`;
}

/** @throws InvalidValue */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidValue(`Write JSON: '{"validators":{}}'.`);
  }
}
