import { parsePointer } from "../../../text/pointer.ts";

/** JSON Pointers to look for, as a tree of their segments. */
export interface Wanted {
  pointer: string | undefined;
  readonly children: Map<string, Wanted>;
}

/** Makes the tree of some JSON Pointers (RFC 6901). */
export function buildWantedTree(pointers: readonly string[]): Wanted {
  const root: Wanted = { pointer: undefined, children: new Map() };
  for (const pointer of pointers) {
    let node = root;
    for (const segment of parsePointer(pointer)) {
      const child = node.children.get(segment) ?? { pointer: undefined, children: new Map() };
      node.children.set(segment, child);
      node = child;
    }
    node.pointer = pointer;
  }
  return root;
}
