/** A generated file of a round. */
export interface RoundFile {
  readonly path: string;
  readonly content: string;
}

/**
 * The files of a round, of which three differ. Each has files and folders that the other two lack, files whose content
 * changes, and one file that never changes.
 */
export function makeRoundFiles(round: number): readonly RoundFile[] {
  const kind = round % 3;
  const changing = Array.from({ length: 40 }, (_, index) => ({
    path: `common/f${index}.js`,
    content: `round ${kind}\n`.repeat(1 + ((index * 37) % 400)),
  }));
  const own = Array.from({ length: 10 + kind * 5 }, (_, index) => ({
    path: `only-${kind}/deep/${index % 3}/f${index}.js`,
    content: `round ${kind}\n`,
  }));
  return [{ path: "same.js", content: "always\n" }, ...changing, ...own];
}
