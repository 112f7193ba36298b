import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GenerateResult } from "../../commands/generate.ts";
import { shownPath } from "./shown-path.ts";

/**
 * A line that says so when the package that the output belongs to is one of CommonJS: Node then takes ES modules in files that end
 * with `.js` for scripts. Without a `type` it looks at the code. Empty when all is well.
 */
export function moduleTypeNote({ folder, written, unchanged }: GenerateResult): string {
  const path = [...written, ...unchanged].find((each) => each.endsWith(".js"));
  // Generated packages have a package.json of their own.
  const manifest = path === undefined ? undefined : nearestManifest(dirname(join(folder, path)));
  if (manifest === undefined || readModuleType(manifest) !== "commonjs") {
    return "";
  }
  const around = dirname(folder);
  const other =
    around === dirname(manifest)
      ? 'generate into a folder below one that has a package.json with `{ "type": "module" }`'
      : `put a package.json with \`{ "type": "module" }\` into ${shownPath(around)}`;
  return `Node cannot load these ES modules: ${shownPath(manifest)} says \`"type": "commonjs"\`. Write \`"type": "module"\` there, or ${other}.\n`;
}

function nearestManifest(folder: string): string | undefined {
  const manifest = join(folder, "package.json");
  if (existsSync(manifest)) {
    return manifest;
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestManifest(parent);
}

function readModuleType(manifest: string): unknown {
  try {
    // Members of a value that is not an object are undefined, and null is an error.
    return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly type?: unknown }).type;
  } catch {
    return undefined;
  }
}
