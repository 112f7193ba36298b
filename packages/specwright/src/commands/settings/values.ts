import type { ValueSettings } from "../../emit/shared/typescript/value-kinds.ts";
import { isObject } from "../../json-object.ts";
import { InvalidValue, type Setting, type SettingProblem } from "./kinds.ts";

/** What each format can become. */
const choices: Readonly<Record<keyof ValueSettings, readonly string[]>> = {
  "date-time": ["Date", "Temporal"],
  date: ["Temporal"],
  int64: ["bigint"],
  uint64: ["bigint"],
  decimal: ["string"],
  "temporal-from": [],
};

/** The setting `values`: an object in `redocly.yaml`, and `format=type` on the command line. */
export const valuesSetting: Setting<ValueSettings> = {
  placeholder: "<format=type>",
  help: "formats that programs see as another type: date-time=Date,int64=bigint; the guide lists all",
  check: (value, name) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, member]) => checkFormat(key, member, name))
      : [{ pointer: "", message: `The value of \`${name}\` is not valid.`, fix: usage }],
  // The members are checked as those of the file are.
  parse: (text, previous) => ({ ...previous, ...parsePairs(text) }),
  listWords: (values, flag) => [
    flag,
    Object.entries(values)
      .map((pair) => pair.join("="))
      .join(","),
  ],
};

const usage = "Write a type for each format, such as `date-time: Date`.";

function checkFormat(key: string, value: unknown, name: string): readonly SettingProblem[] {
  const pointer = `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  if (key === "temporal-from") {
    const isModule = typeof value === "string" && /^[@\w./-]+$/.test(value);
    const fix = "Write the name of a module that exports `Temporal`, such as temporal-polyfill.";
    return isModule ? [] : [{ pointer, message: `\`${name}.${key}\` is not a module.`, fix }];
  }
  const known = Object.hasOwn(choices, key) ? choices[key as keyof ValueSettings] : undefined;
  if (known === undefined) {
    const fix = `Choose from ${Object.keys(choices).join(", ")}.`;
    return [{ pointer, message: `\`${name}\` cannot convert the format \`${key}\`.`, fix }];
  }
  if (key === "date" && value === "Date") {
    const message = "A `Date` is an instant, so a `date` would change with the time zone.";
    return [{ pointer, message, fix: "Write Temporal, for a Temporal.PlainDate." }];
  }
  const message = `The value of \`${name}.${key}\` is not valid.`;
  return known.includes(String(value))
    ? []
    : [{ pointer, message, fix: `Write ${known.join(" or ")}.` }];
}

/** @throws InvalidValue */
function parsePairs(text: string): ValueSettings {
  const pairs = text.split(",").map((pair) => pair.split("=", 2));
  const values = Object.fromEntries(pairs);
  const [problem] = valuesSetting.check(values, "--values");
  if (problem !== undefined) {
    throw new InvalidValue(`${problem.message} ${problem.fix}`);
  }
  return values;
}
