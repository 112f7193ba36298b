import { fulfils, type QueryCondition, splitQuery } from "./path-query.ts";

/** The match of one path: the operation of each method, and the methods as `Allow` lists them. */
export interface PathMatch<Route> {
  readonly methods: ReadonlyMap<string, Route>;
  readonly allow: string;
  /** The text of each template of the path, still percent-encoded, in the path's order. */
  readonly values: readonly string[];
}

/** Finds what stands at a path and a query without `?`; undefined when no path of the document fits. */
export type Matcher<Route> = (path: string, query: string) => PathMatch<Route> | undefined;

interface Endpoint<Route> {
  /** By the query that the document has in the path, those with the most conditions first; nearly always one without any. */
  readonly variants: Variant<Route>[];
  /** The operations by method when the query does not matter; undefined when the query decides. */
  methods: ReadonlyMap<string, Route> | undefined;
  allow: string;
}

interface Variant<Route> {
  readonly conditions: readonly QueryCondition[];
  readonly methods: Map<string, Route>;
}

interface Node<Route> {
  /** By segment, decoded. */
  readonly literals: Map<string, Node<Route>>;
  /** Segments such as `{name}.{extension}`, those with the most literal text first. */
  readonly mixed: { readonly pieces: readonly string[]; readonly node: Node<Route> }[];
  template: Node<Route> | undefined;
  endpoint: Endpoint<Route> | undefined;
}

/**
 * Prepares the matching of path templates. A literal segment wins over one with templates, from left to right, and the
 * method is looked at only then: `GET /tools/enum` is never `GET /tools/{slug}` because `/tools/enum` has no `get`.
 * Literals are compared decoded (RFC 3986, section 6.2.2); a template never takes an empty or a dot segment.
 *
 * Of the operations of one path and method, that one is meant whose own query (`/responses?beta=true`) the request has,
 * with the most conditions; the request may have more in its query.
 */
export function createMatcher<Route>(
  routes: readonly { readonly method: string; readonly path: string; readonly route: Route }[],
): Matcher<Route> {
  const root = createNode<Route>();
  const literalPaths = new Map<string, PathMatch<Route>>();
  const ends = new Map<string, Endpoint<Route>>();
  for (const { method, path: key, route } of routes) {
    const { path, conditions } = splitQuery(key);
    const node = insert(root, path);
    node.endpoint ??= { variants: [], methods: undefined, allow: "" };
    addVariant(node.endpoint, conditions, method, route);
    ends.set(path, node.endpoint);
  }
  for (const [path, endpoint] of ends) {
    endpoint.allow = listAllowedMethods(endpoint.variants);
    const [only] = endpoint.variants;
    if (endpoint.variants.length === 1 && only?.conditions.length === 0) {
      endpoint.methods = only.methods;
      if (!/[{%]/.test(path)) {
        literalPaths.set(path, { methods: only.methods, allow: endpoint.allow, values: [] });
      }
    }
  }
  return (path, query) => literalPaths.get(path) ?? walkTree(root, path, query);
}

/** The names of a path template's parameters, in its order, without those in its query. */
export function templateNames(path: string): readonly string[] {
  return Array.from(splitQuery(path).path.matchAll(templates), (match) => match[1] ?? "");
}

/** The first one of two with the same conditions and method counts. */
function addVariant<Route>(
  { variants }: Endpoint<Route>,
  conditions: readonly QueryCondition[],
  method: string,
  route: Route,
): void {
  const key = conditionsKey(conditions);
  const same = variants.find((each) => conditionsKey(each.conditions) === key);
  const variant = same ?? { conditions, methods: new Map() };
  if (!variant.methods.has(method)) {
    variant.methods.set(method, route);
  }
  if (same === undefined) {
    variants.push(variant);
    variants.sort((a, b) => weight(b.conditions) - weight(a.conditions));
  }
}

function conditionsKey(conditions: readonly QueryCondition[]): string {
  return JSON.stringify(conditions.map(({ name, value }) => [name, value ?? null]).sort());
}

/** A condition with a value says more than one without, and two conditions say more than one. */
function weight(conditions: readonly QueryCondition[]): number {
  return conditions.reduce((sum, { value }) => sum + (value === undefined ? 2 : 3), 0);
}

/** The operations by method at an endpoint for a query; undefined when none match. */
function methodsAt<Route>(
  { variants }: Endpoint<Route>,
  query: string,
): ReadonlyMap<string, Route> | undefined {
  const fitting = variants.filter(({ conditions }) => fulfils(conditions, query));
  return fitting.length === 0
    ? undefined
    : // Of two with one method the later one, which has more conditions, stays.
      new Map(fitting.toReversed().flatMap(({ methods }) => [...methods]));
}

const templates = /\{([^{}]*)\}/g;

function createNode<Route>(): Node<Route> {
  return { literals: new Map(), mixed: [], template: undefined, endpoint: undefined };
}

function insert<Route>(root: Node<Route>, path: string): Node<Route> {
  let node = root;
  for (const segment of path.split("/").slice(1)) {
    node = child(node, segment);
  }
  return node;
}

function child<Route>(node: Node<Route>, segment: string): Node<Route> {
  const pieces = segment.split(/\{[^{}]*\}/).map(decodeSegment);
  if (pieces.length === 1) {
    const literal = pieces[0] ?? "";
    const next = node.literals.get(literal) ?? createNode<Route>();
    node.literals.set(literal, next);
    return next;
  }
  if (pieces.length === 2 && pieces[0] === "" && pieces[1] === "") {
    node.template ??= createNode<Route>();
    return node.template;
  }
  const same = node.mixed.find((entry) => entry.pieces.join("\0") === pieces.join("\0"));
  const entry = same ?? { pieces, node: createNode<Route>() };
  if (same === undefined) {
    node.mixed.push(entry);
    node.mixed.sort((a, b) => b.pieces.join("").length - a.pieces.join("").length);
  }
  return entry.node;
}

/** HEAD comes with GET, OPTIONS with every path (RFC 9110, sections 9.3.2 and 9.3.7). */
function listAllowedMethods(variants: readonly Variant<unknown>[]): string {
  const allow = new Set<string>();
  for (const method of variants.flatMap(({ methods }) => [...methods.keys()])) {
    allow.add(method);
    if (method === "GET") {
      allow.add("HEAD");
    }
  }
  return [...allow.add("OPTIONS")].join(", ");
}

function walkTree<Route>(
  root: Node<Route>,
  path: string,
  query: string,
): PathMatch<Route> | undefined {
  return walk(root, path, query, 1, []);
}

/** `start` is the index at which the next segment begins; beyond the end of the path the segments are used up. */
function walk<Route>(
  node: Node<Route>,
  path: string,
  query: string,
  start: number,
  values: string[],
): PathMatch<Route> | undefined {
  if (start > path.length) {
    const { endpoint } = node;
    const methods = endpoint && (endpoint.methods ?? methodsAt(endpoint, query));
    return methods && { methods, allow: endpoint?.allow ?? "", values };
  }
  const slash = path.indexOf("/", start);
  const end = slash === -1 ? path.length : slash;
  const raw = path.slice(start, end);
  const segment = raw.includes("%") ? decodeSegment(raw) : raw;
  // Most nodes have either literals or a template: a look-up costs more than to ask.
  const literal = node.literals.size === 0 ? undefined : node.literals.get(segment);
  const found = literal && walk(literal, path, query, end + 1, values);
  if (found !== undefined || segment === "" || segment === "." || segment === "..") {
    return found;
  }
  return walkTemplates(node, path, query, end + 1, raw, values);
}

function walkTemplates<Route>(
  node: Node<Route>,
  path: string,
  query: string,
  next: number,
  segment: string,
  values: string[],
): PathMatch<Route> | undefined {
  const length = values.length;
  for (const { pieces, node: mixed } of node.mixed) {
    const texts = matchPieces(pieces, segment);
    if (texts !== undefined) {
      values.push(...texts);
      const found = walk(mixed, path, query, next, values);
      if (found !== undefined) {
        return found;
      }
      values.length = length;
    }
  }
  if (node.template === undefined) {
    return undefined;
  }
  values.push(segment);
  const found = walk(node.template, path, query, next, values);
  if (found === undefined) {
    values.length = length;
  }
  return found;
}

/** The texts between the literal pieces, each of at least one character; linear, unlike a regular expression. */
function matchPieces(pieces: readonly string[], segment: string): string[] | undefined {
  const prefix = pieces[0] ?? "";
  const suffix = pieces[pieces.length - 1] ?? "";
  if (!segment.startsWith(prefix) || !segment.endsWith(suffix)) {
    return undefined;
  }
  const texts: string[] = [];
  let from = prefix.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = segment.indexOf(piece, from + 1);
    if (at === -1) {
      return undefined;
    }
    texts.push(segment.slice(from, at));
    from = at + piece.length;
  }
  const last = segment.slice(from, segment.length - suffix.length);
  return from + last.length + suffix.length === segment.length && last !== ""
    ? [...texts, last]
    : undefined;
}

/** Malformed percent-encoding stays as it is: it equals no literal, and a template's decoder sees it. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
