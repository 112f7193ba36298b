import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GenerateResult } from "../../commands/generate.ts";
import { shownPath } from "./shown-path.ts";

/**
 * A note when the output belongs to a CommonJS package, because Node then runs the generated ES modules (`.js`) as
 * CommonJS scripts. When the package has no `type`, Node looks at the code. Empty when no note is needed.
 */
export function moduleTypeNote({ folder, written, unchanged }: GenerateResult): string {
  const path = [...written, ...unchanged].find((each) => each.endsWith(".js"));
  // Generated packages have their own package.json.
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
    // For a value that is not an object, the member is undefined. For null, reading it throws.
    return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly type?: unknown }).type;
  } catch {
    return undefined;
  }
}
