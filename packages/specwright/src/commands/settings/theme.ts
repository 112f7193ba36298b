import { objectOf, type Setting, type SettingTable, whole } from "./kinds.ts";
import type { ThemeSettings } from "./settings.ts";

/** The members of the setting `docs.theme`. Their values cannot end the declaration of a style sheet. */
const themeTable: SettingTable<ThemeSettings> = {
  colour: whole(
    (value) => typeof value === "string" && /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value),
    "Write a colour of 3 or 6 hexadecimal digits, such as '#7a2e8e'.",
  ),
  font: whole(
    (value) => typeof value === "string" && /^[A-Za-z][\w -]*$/.test(value),
    "Write the name of one font family, such as Source Sans 3.",
  ),
  radius: whole(
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 24,
    "Write a number of pixels from 0 to 24.",
  ),
  logo: {
    ...whole(
      (value) => typeof value === "string" && /\.(?:svg|png)$/i.test(value),
      "Write the path of an SVG or PNG file, relative to this file.",
    ),
    mapPaths: (path, map) => map(path),
  },
};

/** The setting `docs.theme`, which only `redocly.yaml` has. */
export const themeSetting: Setting<ThemeSettings> = {
  ...objectOf(themeTable, [], "Write settings, such as `colour: '#7a2e8e'`."),
  listWords: () => [],
};
