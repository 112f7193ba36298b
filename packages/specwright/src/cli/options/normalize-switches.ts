import type { Command } from "commander";
import { toFlag } from "../../commands/settings/given-settings.ts";

/**
 * Normalizes the switches of a command as openapi-typescript's command line accepts them: `--exportType` becomes
 * `--export-type`, `--enum=true` and `--enum true` become `--enum`. `--enum=false`, `--enum false` and `--no-enum`
 * become `--no-enum` when the command has that flag, and are removed otherwise. Only `true` and `false` after a switch
 * are read as its value.
 */
export function normalizeSwitches(
  args: readonly string[],
  { options }: Pick<Command, "options">,
): string[] {
  const normalized: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    const [, no, name = "", written] = /^--(no-)?([\w-]+?)(?:=(.*))?$/.exec(argument) ?? [];
    const flag = toFlag(name);
    const option = options.find(({ long, required }) => long === flag && !required);
    if (option === undefined) {
      normalized.push(argument);
      continue;
    }
    const next = args[index + 1];
    const isNext = written === undefined && (next === "true" || next === "false");
    const isOn = ((isNext ? next : written) === "false") === (no !== undefined);
    index += isNext ? 1 : 0;
    const off = flag.replace("--", "--no-");
    if (option.optional) {
      normalized.push(`${flag}=${isOn}`);
    } else if (isOn || options.some(({ long }) => long === off)) {
      normalized.push(isOn ? flag : off);
    }
  }
  return normalized;
}
