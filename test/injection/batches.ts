import type { Position } from "./positions.ts";

/** Positions that get the same text at once. */
export type Batch = readonly Position[];

/** So many positions have a text at once at most. */
const maximumSize = 32;

/**
 * Groups positions of one document, far from each other, so that each can be changed as if it were alone: no position is
 * inside of another one, and no two are of the same object or list, where they would be duplicates.
 */
export function groupPositions(positions: readonly Position[]): readonly Batch[] {
  const open: Position[][] = [];
  const batches: Position[][] = [];
  for (const position of positions) {
    const batch = open.find((each) => each.every((other) => areApart(position, other)));
    if (batch === undefined) {
      const started = [position];
      open.push(started);
      batches.push(started);
    } else {
      batch.push(position);
      if (batch.length === maximumSize) {
        open.splice(open.indexOf(batch), 1);
      }
    }
  }
  return batches;
}

function areApart(left: Position, right: Position): boolean {
  const roles = [judgeRole(left), judgeRole(right)];
  return (
    !isWithin(left.path, right.path.slice(0, -1)) &&
    !isWithin(right.path, left.path.slice(0, -1)) &&
    !(roles[0] === roles[1] && uniqueRoles.has(roles[0] ?? ""))
  );
}

function isWithin(path: Position["path"], outer: Position["path"]): boolean {
  return outer.length <= path.length && outer.every((part, index) => part === path[index]);
}

/** The role of a text, judging by the words around it. */
function judgeRole({ path, kind }: Position): string {
  const words = kind === "key" ? path.slice(0, -1) : path;
  return String(words.findLast((part) => typeof part === "string") ?? "");
}

/** Names that a document may have once: two that are the same would be a problem that neither is alone. */
const uniqueRoles: ReadonlySet<string> = new Set(["operationId", "tags", "name", "paths"]);
