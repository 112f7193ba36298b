import type { JSONPathEnvironment, JSONPathQuery } from "json-p3";
import { requirePackage } from "../require-package.ts";

/** A JSONPath query (RFC 9535). */
export type PathQuery = JSONPathQuery;

/** A node that a query selected: the keys and indexes that lead to it, and its value. */
export interface SelectedNode {
  readonly location: readonly (string | number)[];
  readonly value: unknown;
}

type Values = Parameters<JSONPathQuery["query"]>[0];

let environment: JSONPathEnvironment | undefined;

/**
 * Compiles a query. `json-p3` passes all 703 tests of the RFC's compliance suite. It is loaded here, when the first overlay is
 * read: loading it takes ten milliseconds, and most commands do not need it.
 *
 * @param need what needs the library, as the beginning of a sentence
 * @throws an error whose message says what is wrong with the query; DiagnosticError when the package is not installed
 */
export function compilePath(text: string, need = "An overlay needs"): PathQuery {
  if (environment === undefined) {
    const library = requirePackage("json-p3", need) as typeof import("json-p3");
    environment = new library.JSONPathEnvironment({ maxRecursionDepth: 1000 });
  }
  return environment.compile(text);
}

/** The nodes of a value that a query selects, in the order of the value. Each node is selected once. */
export function selectNodes(query: PathQuery, value: unknown): readonly SelectedNode[] {
  const nodes = new Map<string, SelectedNode>();
  // The values of parsed files are JSON values.
  for (const { location, value: selected } of query.query(value as Values)) {
    nodes.set(JSON.stringify(location), { location, value: selected });
  }
  return [...nodes.values()];
}

/** The first step of a query that selects nothing: its name, if it has one, and the names that were there instead. */
export function findMissingStep(
  query: PathQuery,
  value: unknown,
): { readonly name: string; readonly known: readonly string[] } | undefined {
  let nodes: readonly SelectedNode[] = [{ location: [], value }];
  for (const [index, segment] of query.segments.entries()) {
    const prefix = compilePath("$");
    prefix.segments.push(...query.segments.slice(0, index + 1));
    const next = selectNodes(prefix, value);
    if (next.length === 0) {
      const [selector] = segment.selectors;
      const name = selector !== undefined && "name" in selector ? selector.name : undefined;
      return typeof name === "string"
        ? { name, known: [...new Set(nodes.flatMap((node) => Object.keys(Object(node.value))))] }
        : undefined;
    }
    nodes = next;
  }
  return undefined;
}
