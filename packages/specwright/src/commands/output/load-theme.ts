import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { createDiagnosticError } from "../../diagnostic.ts";
import type { Theme } from "../../emit/docs/theme.ts";
import type { ThemeSettings } from "../settings/settings.ts";

/** The largest logo, in bytes. It is a part of a style sheet that every page waits for. */
const maximumLogo = 64 * 1024;

/**
 * The look of a reference, with the logo as an address that begins with `data:`.
 *
 * @throws DiagnosticError when the logo cannot be read or is larger than 64 kB
 */
export function loadTheme(settings: ThemeSettings = {}, folder: string): Theme {
  const { logo, ...others } = settings;
  if (logo === undefined) {
    return others;
  }
  const path = resolve(folder, logo);
  const content = readLogo(path);
  if (content === undefined || content.length > maximumLogo) {
    throw createDiagnosticError({
      code: "unusable-logo",
      message: `The logo of the reference ${content === undefined ? "cannot be read" : "is larger than 64 kB"}.`,
      fix: "Correct the path in `docs.theme.logo`, or name a smaller SVG or PNG file.",
      file: relative(folder, path),
    });
  }
  const type = /\.svg$/i.test(logo) ? "svg+xml" : "png";
  return { ...others, logo: `data:image/${type};base64,${content.toString("base64")}` };
}

function readLogo(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    // Missing, a folder, or not readable: in each case the path has to be corrected.
    return undefined;
  }
}
