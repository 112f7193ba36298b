/** The declarations of one module that differ between two versions of a package. */
export interface DeclarationDifference {
  /** The path in the package, such as `notes.d.ts`. */
  readonly path: string;
  /** Lines of the old module that the new one does not have. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

type Files = ReadonlyMap<string, Uint8Array>;

/**
 * Compares the declarations (`.d.ts`) of two versions of a package, without their comments and the order of their lines.
 */
export function compareDeclarations(before: Files, after: Files): readonly DeclarationDifference[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths
    .filter((path) => path.endsWith(".d.ts"))
    .map((path) => {
      const [old, now] = [listCode(before.get(path)), listCode(after.get(path))];
      return { path, removed: subtract(old, now), added: subtract(now, old) };
    })
    .filter(({ removed, added }) => removed.length + added.length > 0);
}

/** The files of a package that differ, without its changelog. */
export function listDifferentFiles(before: Files, after: Files): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    return (
      path !== "CHANGELOG.md" &&
      (old === undefined || now === undefined || Buffer.compare(old, now) !== 0)
    );
  });
}

/** Lines without comments. Our printer begins each comment on a line of its own. */
function listCode(file: Uint8Array | undefined): readonly string[] {
  const text = file === undefined ? "" : Buffer.from(file).toString("utf8");
  return text
    .replaceAll(/^\s*\/\*\*[\s\S]*?\*\/\s*$/gm, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("//"));
}

/** The lines that occur more often in the first list than in the second. */
function subtract(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) {
    left.set(line, (left.get(line) ?? 0) + 1);
  }
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
