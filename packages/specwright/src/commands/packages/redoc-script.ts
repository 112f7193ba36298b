import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { findPackage } from "./find-package.ts";

/** The version of Redoc that this was written for. 3.0 does not install. */
const knownVersion = "2.5.4";

/** The one address of another host that Redoc's bundle loads by itself: the logo under the menu. */
const foreignLogo = "https://cdn.redoc.ly/redoc/logo-mini.svg";

/** An empty image, so that nothing is fetched and nothing is missing. */
const emptyImage =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/%3E";

/** Redoc, ready to be served. */
export interface RedocScript {
  readonly version: string;
  readonly content: string;
}

/**
 * Redoc's standalone bundle of the project, with the address that it would fetch from another host replaced. specwright
 * does not bring it: it comes with many packages, and only some projects need it.
 *
 * @throws DiagnosticError when it is not installed, or is not the one that this was written for, so that an update cannot
 * begin to load from elsewhere unnoticed.
 */
export function redocScript(folder: string): RedocScript {
  const found = findPackage("redoc", folder);
  const path = found && join(found.folder, "bundles/redoc.standalone.js");
  if (found === undefined || path === undefined || !existsSync(path)) {
    throw new DiagnosticError([missing(found?.manifest.version)]);
  }
  const version = found.manifest.version ?? "";
  const source = readFileSync(path, "utf8");
  if (source.split(foreignLogo).length !== 2) {
    throw new DiagnosticError([missing(version)]);
  }
  const content = source
    .replace(foreignLogo, () => emptyImage)
    .replace(/\/\/# sourceMappingURL=.*\s*$/, "");
  return { version, content };
}

function missing(version: string | undefined): Diagnostic {
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
