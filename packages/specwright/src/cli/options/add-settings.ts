import { type Command, InvalidArgumentError } from "commander";
import { type Flag, InvalidValue } from "../../commands/settings/setting.ts";
import type { Settings } from "../../commands/settings/settings.ts";
import { settingTable } from "../../commands/settings/table.ts";

/**
 * Adds the flags of settings to a command.
 *
 * @param help The help of settings for this command, if it differs from that of `generate`.
 */
export function addSettings(
  command: Command,
  names: readonly (keyof Settings)[],
  help: Readonly<Partial<Record<keyof Settings, string>>> = {},
): Command {
  for (const name of names) {
    for (const flag of settingTable[name].flags) {
      addFlag(command, flag as Flag, help[name]);
    }
  }
  return command;
}

function addFlag(command: Command, { flags, help, choices, parse }: Flag, instead = help): void {
  const option = command.createOption(flags, instead);
  if (choices !== undefined) {
    option.choices(choices);
  }
  if (parse !== undefined) {
    option.argParser((text: string, previous: unknown) => {
      const value = parse(text, previous);
      if (value instanceof InvalidValue) {
        throw new InvalidArgumentError(value.message);
      }
      return value;
    });
  }
  command.addOption(option);
}
