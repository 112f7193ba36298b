import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { findPackage } from "./find-package.ts";

/** The version of Redoc that this code was written for. Version 3.0 cannot be installed. */
const knownVersion = "2.5.4";

/** The only address on another host that Redoc's bundle loads by itself: the logo under the menu. */
const foreignLogo = "https://cdn.redoc.ly/redoc/logo-mini.svg";

/** An empty image that replaces the logo, so that the page fetches nothing and shows no broken image. */
const emptyImage =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/%3E";

/** Redoc, ready to be served. */
export interface RedocScript {
  readonly version: string;
  readonly content: string;
}

/**
 * Redoc's standalone bundle, as installed in the project, with the one address on another host replaced. specwright
 * does not depend on Redoc, because Redoc has many dependencies and only some projects need it.
 *
 * @throws DiagnosticError when Redoc is not installed, or has another version than the known one. Otherwise an update
 * could begin to load from another host without anyone noticing.
 */
export function readRedocScript(folder: string): RedocScript {
  const found = findPackage("redoc", folder);
  const path = found && join(found.folder, "bundles/redoc.standalone.js");
  if (found === undefined || path === undefined || !existsSync(path)) {
    throw new DiagnosticError([reportMissingRedoc(found?.manifest.version)]);
  }
  const version = found.manifest.version ?? "";
  const source = readFileSync(path, "utf8");
  if (source.split(foreignLogo).length !== 2) {
    throw new DiagnosticError([reportMissingRedoc(version)]);
  }
  const content = source
    .replace(foreignLogo, () => emptyImage)
    .replace(/\/\/# sourceMappingURL=.*\s*$/, "");
  return { version, content };
}

function reportMissingRedoc(version: string | undefined): Diagnostic {
  return {
    severity: "error",
    code: version === undefined ? "missing-tool" : "unknown-redoc",
    message:
      version === undefined
        ? "`specwright docs` renders with redoc, which is not installed."
        : `specwright does not know redoc ${version}, and cannot keep it from loading files from other hosts.`,
    fix: `Run \`npm install --save-dev redoc@${knownVersion}\`, then the same command again.`,
  };
}
