import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GenerateResult } from "../../commands/generate.ts";
import { showPath } from "./shown-path.ts";

/**
 * A note when the output belongs to a CommonJS package, because Node then runs the generated ES modules (`.js`) as
 * CommonJS scripts. When the package has no `type`, Node looks at the code. Empty when no note is needed.
 */
export function describeModuleType({ folder, written, unchanged }: GenerateResult): string {
  const path = [...written, ...unchanged].find((each) => each.endsWith(".js"));
  // Generated packages have their own package.json.
  const manifest =
    path === undefined ? undefined : findNearestManifest(dirname(join(folder, path)));
  if (manifest === undefined || readModuleType(manifest) !== "commonjs") {
    return "";
  }
  const around = dirname(folder);
  const other =
    around === dirname(manifest)
      ? 'generate into a folder below one that has a package.json with `{ "type": "module" }`'
      : `put a package.json with \`{ "type": "module" }\` into ${showPath(around)}`;
  return `Node cannot load these ES modules: ${showPath(manifest)} says \`"type": "commonjs"\`. Write \`"type": "module"\` there, or ${other}.\n`;
}

function findNearestManifest(folder: string): string | undefined {
  const manifest = join(folder, "package.json");
  if (existsSync(manifest)) {
    return manifest;
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : findNearestManifest(parent);
}

function readModuleType(manifest: string): unknown {
  try {
    // For a value that is not an object, the member is undefined. For null, reading it throws.
    return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly type?: unknown }).type;
  } catch {
    return undefined;
  }
}
