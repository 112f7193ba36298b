import { resolve } from "node:path";
import { pick } from "../../defined.ts";
import type { Setting } from "./kinds.ts";
import type { Settings } from "./settings.ts";
import { allSettings, settingTable } from "./table.ts";

/** Some settings, with absolute paths. Settings without a value are left out. */
export function resolveSettings<const Name extends keyof Settings>(
  settings: Pick<Settings, Name>,
  names: readonly Name[],
  folder: string,
): Pick<Settings, Name> {
  return allSettings.mapPaths(pick(settings, names), (path) => resolve(folder, path));
}

/** Settings as words of a command line, in their order. */
export function listSettingWords(settings: Settings, toPath: (path: string) => string): string[] {
  const rows: Readonly<Record<string, Setting<unknown>>> = settingTable;
  const shown = Object.entries(allSettings.mapPaths(settings, toPath));
  return shown.flatMap(([name, value]) => {
    const flag = toFlag(name);
    return rows[name]?.listWords?.(value, flag) ?? [flag, String(value)];
  });
}

/** The flag of a setting, such as `--json-parameters` of `jsonParameters`. */
export function toFlag(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
