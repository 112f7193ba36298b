import type { Position } from "./positions.ts";

/** Positions that get the same text at once. */
export type Batch = readonly Position[];

/** The largest number of positions in a batch. */
const maximumSize = 32;

/**
 * Groups positions of a document so that changing one does not affect the others. No position is inside another one,
 * and no two are in the same object or list, where equal texts would be duplicates.
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

/** The role of a string: the nearest member name in its path, such as `operationId`. */
function judgeRole({ path, kind }: Position): string {
  const words = kind === "key" ? path.slice(0, -1) : path;
  return String(words.findLast((part) => typeof part === "string") ?? "");
}

/**
 * Roles whose texts must be unique in a document: the same text at two such positions would be a problem, although each
 * alone is valid.
 */
const uniqueRoles: ReadonlySet<string> = new Set(["operationId", "tags", "name", "paths"]);
