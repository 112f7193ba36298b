import type { Change } from "../../compare/change.ts";
import type { Location } from "../../document/model/location.ts";
import type { SourceFile } from "../../document/read/files/source-file.ts";
import { isArrayOrObject } from "../../json-object.ts";
import { escapeSegment, parsePointer } from "../../text/pointer.ts";

/**
 * The place in the new document that is the closest to a removed part: the smallest part that contained it and still
 * exists. For a part of another file than the root, this is the whole document. Undefined for changes that have a place
 * in the new document.
 *
 * @param before the root file of the old document
 * @param after the root file of the new document
 */
export function findNear(
  change: Change,
  before: SourceFile,
  after: SourceFile,
): Location | undefined {
  if (change.after !== undefined || change.before === undefined) {
    return undefined;
  }
  let pointer = "";
  let value = after.value;
  const segments = change.before.file === before.name ? parsePointer(change.before.pointer) : [];
  for (const segment of segments) {
    if (!isArrayOrObject(value) || !Object.hasOwn(value, segment)) {
      break;
    }
    value = value[segment];
    pointer += `/${escapeSegment(segment)}`;
  }
  return { file: after.name, pointer };
}
