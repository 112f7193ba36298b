import type { Alias } from "yaml";
import { maximumDepth, maximumExpansion } from "../../text/limits.ts";
import { type NodeReader, reportAtNode } from "./node-reader.ts";

/** A node that aliases may repeat. */
export interface Anchor {
  /** Undefined while the node is being read: an alias inside it would form a circle. */
  content: { readonly value: unknown; readonly size: number; readonly height: number } | undefined;
}

/** Reads a node that has an anchor, and keeps the value for later aliases. */
export function readAnchored(
  reader: NodeReader,
  name: string,
  depth: number,
  read: () => unknown,
): unknown {
  const anchor: Anchor = { content: undefined };
  reader.anchors.set(name, anchor);
  const { size, deepest } = reader;
  reader.deepest = depth;
  const value = read();
  anchor.content = { value, size: reader.size - size, height: reader.deepest - depth };
  reader.deepest = Math.max(deepest, reader.deepest);
  return value;
}

/**
 * The value that an alias repeats. It is the same object, not a copy.
 *
 * @throws RangeError when the value is nested too deeply at the place of the alias.
 */
export function readAlias(reader: NodeReader, node: Alias, depth: number): unknown {
  const anchor = reader.anchors.get(node.source);
  if (anchor?.content === undefined) {
    const reason =
      anchor === undefined
        ? `no anchor \`&${node.source}\` is before it`
        : "it is inside the value that it repeats";
    reportAtNode(reader, node, `The alias \`*${node.source}\` cannot be used: ${reason}.`, remedy);
    // An empty map instead of the alias causes the fewest further problems.
    return {};
  }
  const { value, size, height } = anchor.content;
  if (depth + height > maximumDepth) {
    throw new RangeError("Aliases repeat values that are nested too deeply.");
  }
  reader.deepest = Math.max(reader.deepest, depth + height);
  reader.size += size;
  const before = reader.added;
  reader.added += size;
  if (before <= maximumExpansion && reader.added > maximumExpansion) {
    const message = `The aliases of this YAML repeat more than ${maximumExpansion} values, from here on.`;
    reportAtNode(reader, node, message, remedy);
  }
  return value;
}

const remedy = "Write the value out, or refer to it by `$ref`.";
