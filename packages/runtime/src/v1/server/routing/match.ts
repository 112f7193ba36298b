import { matchesQuery, type QueryCondition, splitQuery } from "./path-query.ts";

/** The match of a path: the operation of each method, and the value of `Allow`. */
export interface PathMatch<Route> {
  readonly methods: ReadonlyMap<string, Route>;
  readonly allow: string;
  /** The texts of the path parameters, still percent-encoded, in the order of the path. */
  readonly values: readonly string[];
}

/** Finds the match of a path and a query (without `?`); undefined when no path of the document fits. */
export type Matcher<Route> = (path: string, query: string) => PathMatch<Route> | undefined;

interface Endpoint<Route> {
  /**
   * The operations by the query in the document's path, such as `?beta=true`. The list is sorted: most conditions
   * first. Nearly always it has one entry, without conditions.
   */
  readonly variants: Variant<Route>[];
  /** The operations by method; undefined when they depend on the query. */
  methods: ReadonlyMap<string, Route> | undefined;
  allow: string;
}

interface Variant<Route> {
  readonly conditions: readonly QueryCondition[];
  readonly methods: Map<string, Route>;
}

interface Node<Route> {
  /** The next nodes by decoded literal segment. */
  readonly literals: Map<string, Node<Route>>;
  /** Segments that mix text and parameters, such as `{name}.{extension}`. The list is sorted: most text first. */
  readonly mixed: { readonly pieces: readonly string[]; readonly node: Node<Route> }[];
  template: Node<Route> | undefined;
  endpoint: Endpoint<Route> | undefined;
}

/**
 * Prepares the matching of path templates. From left to right, a literal segment takes precedence over one with
 * parameters. The method is considered only after that: if the document has `/tools/enum` without `get`, `GET
 * /tools/enum` does not match `/tools/{slug}`. Literals are compared after decoding (RFC 3986, section 6.2.2). A
 * parameter never matches an empty or a dot segment.
 *
 * Paths of a document may have a query, such as `/responses?beta=true`. Among operations of the same path and method,
 * the one with the most conditions that the request's query meets is chosen. The request's query may have further
 * parameters.
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

/** The names of the parameters in a path template, in their order, without the ones in its query. */
export function listTemplateNames(path: string): readonly string[] {
  return Array.from(splitQuery(path).path.matchAll(templates), (match) => match[1] ?? "");
}

/** Adds an operation. If two have the same conditions and method, the first one is used. */
function addVariant<Route>(
  { variants }: Endpoint<Route>,
  conditions: readonly QueryCondition[],
  method: string,
  route: Route,
): void {
  const key = writeConditionsKey(conditions);
  const same = variants.find((each) => writeConditionsKey(each.conditions) === key);
  const variant = same ?? { conditions, methods: new Map() };
  if (!variant.methods.has(method)) {
    variant.methods.set(method, route);
  }
  if (same === undefined) {
    variants.push(variant);
    variants.sort((a, b) => weighConditions(b.conditions) - weighConditions(a.conditions));
  }
}

function writeConditionsKey(conditions: readonly QueryCondition[]): string {
  return JSON.stringify(conditions.map(({ name, value }) => [name, value ?? null]).sort());
}

/** More conditions weigh more, and a condition with a value weighs more than one without. */
function weighConditions(conditions: readonly QueryCondition[]): number {
  return conditions.reduce((sum, { value }) => sum + (value === undefined ? 2 : 3), 0);
}

/** The operations of an endpoint by method, for a query; undefined when none match. */
function findMethods<Route>(
  { variants }: Endpoint<Route>,
  query: string,
): ReadonlyMap<string, Route> | undefined {
  const fitting = variants.filter(({ conditions }) => matchesQuery(conditions, query));
  return fitting.length === 0
    ? undefined
    : // For the same method, the entry with more conditions comes later and replaces the other.
      new Map(fitting.toReversed().flatMap(({ methods }) => [...methods]));
}

const templates = /\{([^{}]*)\}/g;

function createNode<Route>(): Node<Route> {
  return { literals: new Map(), mixed: [], template: undefined, endpoint: undefined };
}

function insert<Route>(root: Node<Route>, path: string): Node<Route> {
  let node = root;
  for (const segment of path.split("/").slice(1)) {
    node = ensureChild(node, segment);
  }
  return node;
}

function ensureChild<Route>(node: Node<Route>, segment: string): Node<Route> {
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

/** The value of `Allow`. Every GET also answers HEAD, and every path OPTIONS (RFC 9110, sections 9.3.2 and 9.3.7). */
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

/** `start` is the index of the next segment. When it is beyond the end of the path, all segments have been matched. */
function walk<Route>(
  node: Node<Route>,
  path: string,
  query: string,
  start: number,
  values: string[],
): PathMatch<Route> | undefined {
  if (start > path.length) {
    const { endpoint } = node;
    const methods = endpoint && (endpoint.methods ?? findMethods(endpoint, query));
    return methods && { methods, allow: endpoint?.allow ?? "", values };
  }
  const slash = path.indexOf("/", start);
  const end = slash === -1 ? path.length : slash;
  const raw = path.slice(start, end);
  const segment = raw.includes("%") ? decodeSegment(raw) : raw;
  // Most nodes have either literals or a parameter. Checking the size costs less than a look-up.
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

/**
 * The texts between the literal pieces, each of at least one character. Takes linear time, unlike a regular expression.
 */
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

/**
 * Decodes a segment. Malformed percent-encoding stays as it is: it does not equal any literal, and the decoder of a
 * path parameter reports it.
 */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
