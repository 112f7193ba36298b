import type { TextProblem } from "../../text/text-problem.ts";
import type { Places } from "../places.ts";
import type { Anchor } from "./anchors.ts";

/** The state of converting the nodes of a document to a value. */
export interface NodeReader {
  readonly yaml: typeof import("yaml");
  readonly problems: TextProblem[];
  readonly places: Places | undefined;
  /** The latest node with each anchor. */
  readonly anchors: Map<string, Anchor>;
  /** The number of values read so far, including the repetitions by aliases. */
  size: number;
  /** How much of that aliases have added. */
  added: number;
  /** The depth of the deepest value that was read since this was last reset. */
  deepest: number;
}

/** Reports a mistake at the beginning of a node. */
export function reportAtNode(
  reader: NodeReader,
  node: unknown,
  message: string,
  fix: string,
): void {
  const offset = getNodeOffset(node, reader);
  reader.problems.push({
    ...{ code: "invalid-yaml", message, fix },
    offset,
  });
}

/** The offset at which a node begins. */
export function getNodeOffset(node: unknown, { yaml }: NodeReader): number | undefined {
  return yaml.isNode(node) ? node.range?.[0] : undefined;
}
