import { settingTable } from "../../commands/settings/table.ts";

const flags = Object.values(settingTable).flatMap((setting) =>
  setting.flags.map((flag) => flag.flags),
);

/** The switches that are given both ways, because a setting of `redocly.yaml` may say the contrary. */
const switches: ReadonlySet<string> = new Set(
  flags.filter((flag) => flags.includes(flag.replace("--", "--no-"))),
);

/**
 * Arguments of `generate` with each of these switches in one spelling: `--read-write-split=false` and `--read-write-split
 * false` become `--no-read-write-split`. Any other argument after a switch is not its value.
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
