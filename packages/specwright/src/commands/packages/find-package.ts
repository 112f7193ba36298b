import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A package that is installed in a project. */
export interface FoundPackage {
  /** The absolute path of its folder. */
  readonly folder: string;
  readonly manifest: {
    readonly version?: string;
    readonly bin?: string | Readonly<Record<string, string>>;
  };
}

/** Finds a package that is installed in a folder or in a folder above. The package's `exports` do not matter. */
export function findPackage(name: string, folder: string): FoundPackage | undefined {
  const found = join(folder, "node_modules", name);
  const manifest = join(found, "package.json");
  if (!existsSync(manifest)) {
    const parent = dirname(folder);
    return parent === folder ? undefined : findPackage(name, parent);
  }
  return {
    folder: found,
    // npm does not install a package whose manifest is not JSON.
    manifest: JSON.parse(readFileSync(manifest, "utf8")) as FoundPackage["manifest"],
  };
}
