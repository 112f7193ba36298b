/** A generated file of a round. */
export interface RoundFile {
  readonly path: string;
  readonly content: string;
}

/**
 * The files of a round. Of three rounds, each has files that the others lack, files that change, folders that come and go,
 * and one that is always the same.
 */
export function roundFiles(round: number): readonly RoundFile[] {
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
