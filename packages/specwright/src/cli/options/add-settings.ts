import { type Command, InvalidArgumentError } from "commander";
import { toFlag } from "../../commands/settings/given-settings.ts";
import { InvalidValue, type Setting } from "../../commands/settings/kinds.ts";
import { pick } from "../../defined.ts";
import type { Job } from "./list-jobs.ts";

/** Rows of tables of settings, by the names of the settings. */
export type Rows = Readonly<Record<string, Setting<unknown>>>;

/** Adds the flags of settings to a command. */
export function addSettings(command: Command, rows: Rows): Command {
  for (const [name, row] of Object.entries(rows).filter(([, { help }]) => help !== undefined)) {
    const { short, placeholder, help, off, choices, parse } = row;
    const flags = [...(short ? [`${short},`] : []), toFlag(name), placeholder ?? ""].join(" ");
    const option = command.createOption(flags.trim(), help);
    if (choices !== undefined) {
      option.choices(choices);
    }
    if (parse !== undefined) {
      option.argParser((text: string, previous: unknown) => readValue(() => parse(text, previous)));
    }
    command.addOption(option);
    // The positive flag comes first. Otherwise Commander would treat the negative one as given.
    if (off !== undefined) {
      command.option(toFlag(name).replace("--", "--no-"), off);
    }
  }
  return command;
}

/** The settings that flags give. */
export function pickGiven(flags: object, rows: Rows): Partial<Job> {
  // Commander names the values after the flags, and each flag gives the value of its setting.
  return pick(flags as Partial<Job>, Object.keys(rows) as (keyof Job)[]);
}

function readValue(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    throw error instanceof InvalidValue ? new InvalidArgumentError(error.message) : error;
  }
}
