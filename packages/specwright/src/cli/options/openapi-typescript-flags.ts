import { typesSwitches } from "../../commands/settings/types-switches.ts";

const switches = new Set([...Object.values(typesSwitches).map(({ flag }) => flag), "--check"]);
/** True unless said otherwise. */
const defaultNonNullable = "--default-non-nullable";

/**
 * Normalizes the arguments that openapi-typescript accepts: `--exportType` becomes `--export-type`, `--enum=true` and
 * `--enum true` become `--enum`, and `--enum=false`, `--enum false` and `--no-enum` are removed.
 */
export function normalizeTypesArguments(args: readonly string[]): string[] {
  const normalized: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    const [, no, name = "", written] = /^--(no-)?([\w-]+?)(?:=(.*))?$/.exec(argument) ?? [];
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (!switches.has(flag) && flag !== defaultNonNullable) {
      normalized.push(argument);
      continue;
    }
    const next = args[index + 1];
    const isNext = written === undefined && (next === "true" || next === "false");
    const isOn = ((isNext ? next : written) === "false") === (no !== undefined);
    index += isNext ? 1 : 0;
    if (flag === defaultNonNullable) {
      normalized.push(`${flag}=${isOn}`);
    } else if (isOn) {
      normalized.push(flag);
    }
  }
  return normalized;
}
