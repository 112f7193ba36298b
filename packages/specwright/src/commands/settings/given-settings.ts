import { dropUndefined } from "../../defined.ts";
import type { Setting } from "./setting.ts";
import type { Settings } from "./settings.ts";
import { settingTable } from "./table.ts";

type Name = keyof Settings;

/** Some settings, with absolute paths. Settings without a value are left out. */
export function resolveSettings<const Given extends Name>(
  settings: Pick<Settings, Given>,
  names: readonly Given[],
  folder: string,
): Pick<Settings, Given> {
  const entries = names.map((name) => {
    const value = settings[name];
    return [name, value === undefined ? undefined : getSetting(name).resolve(value, folder)];
  });
  // Each setting returns a value of its own type.
  return dropUndefined(Object.fromEntries(entries)) as Pick<Settings, Given>;
}

/** Some settings as words of a command line, in the order of the table. */
export function listSettingWords<const Given extends Name>(
  settings: Pick<Settings, Given>,
  names: readonly Given[],
  toPath: (path: string) => string,
): string[] {
  return names.flatMap((name) => {
    const value = settings[name];
    return value === undefined ? [] : getSetting(name).listWords(value, toPath);
  });
}

/** The setting with this name. Undefined when no setting has it. */
export function findSetting(name: string): Setting<unknown> | undefined {
  return Object.hasOwn(settingTable, name) ? getSetting(name as Name) : undefined;
}

function getSetting(name: Name): Setting<unknown> {
  // A setting only receives values given under its own name.
  return settingTable[name] as Setting<unknown>;
}
