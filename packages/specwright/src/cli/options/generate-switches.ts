import { settingTable } from "../../commands/settings/table.ts";

const flags = Object.values(settingTable).flatMap((setting) =>
  setting.flags.map((flag) => flag.flags),
);

/** The switches with a positive and a negative flag. They have both because `redocly.yaml` may set the opposite. */
const switches: ReadonlySet<string> = new Set(
  flags.filter((flag) => flags.includes(flag.replace("--", "--no-"))),
);

/**
 * Normalizes the arguments of `generate`: `--read-write-split=false` and `--read-write-split false` become
 * `--no-read-write-split`. Only `true` and `false` after a switch are read as its value.
 */
export function normalizeGenerateArguments(args: readonly string[]): string[] {
  const normalized: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    const [flag = "", written] = argument.split("=");
    const next = args[index + 1];
    const isNext = written === undefined && (next === "true" || next === "false");
    if (!switches.has(flag)) {
      normalized.push(argument);
      continue;
    }
    const isOff = (isNext ? next : written) === "false";
    normalized.push(isOff ? flag.replace("--", "--no-") : flag);
    index += isNext ? 1 : 0;
  }
  return normalized;
}
