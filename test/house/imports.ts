import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** One import of a source file. `specifier` is as written. */
export interface Import {
  /** The importing file, below its root. */
  readonly file: string;
  readonly specifier: string;
  /** The imported file below the same root; undefined for packages. */
  readonly target?: string;
}

const statement =
  /^(?:import|export)\s(?:[^"';]*?\sfrom\s)?"([^"]+)"|\bimport\(\s*"([^"]+)"|\bnew URL\("(\.[^"]+\.ts)"/gm;

/**
 * The imports of all published files below a folder, without tests and their helpers. Imports that end in `.js` are
 * usually in strings, such as the files of `init`. Only imports of generated/ are ours.
 */
export function readImports(root: string): Import[] {
  const files = globSync("**/*.ts", { cwd: root }).filter(
    (file) => !file.endsWith(".test.ts") && !/(?:^|\/)testing\//.test(file),
  );
  return files.toSorted().flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(statement)].flatMap((match): Import[] => {
      const specifier = match[1] ?? match[2] ?? match[3] ?? "";
      if (!specifier.startsWith(".")) {
        return [{ file, specifier }];
      }
      const target = relative(root, join(root, dirname(file), specifier));
      return /\.ts$|\.\.\/generated\//.test(target) ? [{ file, specifier, target }] : [];
    }),
  );
}
