/** What stands at one path: the operation of each method, and the methods as `Allow` lists them. */
export interface PathMatch<Route> {
  readonly methods: ReadonlyMap<string, Route>;
  readonly allow: string;
  /** The text of each template of the path, still percent-encoded, in the path's order. */
  readonly values: readonly string[];
}

/** Finds what stands at a path; undefined when no path of the document fits. */
export type Matcher<Route> = (path: string) => PathMatch<Route> | undefined;

interface Endpoint<Route> {
  readonly methods: Map<string, Route>;
  allow: string;
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
 */
export function createMatcher<Route>(
  routes: readonly { readonly method: string; readonly path: string; readonly route: Route }[],
): Matcher<Route> {
  const root = createNode<Route>();
  const literalPaths = new Map<string, PathMatch<Route>>();
  const ends = new Map<string, Endpoint<Route>>();
  for (const { method, path, route } of routes) {
    const node = insert(root, path);
    node.endpoint ??= { methods: new Map(), allow: "" };
    node.endpoint.methods.set(method, route);
    ends.set(path, node.endpoint);
  }
  for (const [path, endpoint] of ends) {
    endpoint.allow = allowOf(endpoint.methods);
    if (!/[{%]/.test(path)) {
      literalPaths.set(path, { ...endpoint, values: [] });
    }
  }
  return (path) => literalPaths.get(path) ?? walkTree(root, path);
}

/** The names of a path template's parameters, in its order. */
export function templateNames(path: string): readonly string[] {
  return Array.from(path.matchAll(templates), (match) => match[1] ?? "");
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
function allowOf(methods: ReadonlyMap<string, unknown>): string {
  const allow = new Set<string>();
  for (const method of methods.keys()) {
    allow.add(method);
    if (method === "GET") {
      allow.add("HEAD");
    }
  }
  return [...allow.add("OPTIONS")].join(", ");
}

function walkTree<Route>(root: Node<Route>, path: string): PathMatch<Route> | undefined {
  const values: string[] = [];
  const endpoint = walk(root, path, 1, values);
  return endpoint && { methods: endpoint.methods, allow: endpoint.allow, values };
}

/** `start` is where the next segment begins; beyond the end of the path there is none. */
function walk<Route>(
  node: Node<Route>,
  path: string,
  start: number,
  values: string[],
): Endpoint<Route> | undefined {
  if (start > path.length) {
    return node.endpoint;
  }
  const slash = path.indexOf("/", start);
  const end = slash === -1 ? path.length : slash;
  const raw = path.slice(start, end);
  const segment = raw.includes("%") ? decodeSegment(raw) : raw;
  // Most nodes have either literals or a template: a look-up costs more than to ask.
  const literal = node.literals.size === 0 ? undefined : node.literals.get(segment);
  const found = literal && walk(literal, path, end + 1, values);
  if (found !== undefined || segment === "" || segment === "." || segment === "..") {
    return found;
  }
  return walkTemplates(node, path, end + 1, raw, values);
}

function walkTemplates<Route>(
  node: Node<Route>,
  path: string,
  next: number,
  segment: string,
  values: string[],
): Endpoint<Route> | undefined {
  const length = values.length;
  for (const { pieces, node: mixed } of node.mixed) {
    const texts = matchPieces(pieces, segment);
    if (texts !== undefined) {
      values.push(...texts);
      const found = walk(mixed, path, next, values);
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
  const found = walk(node.template, path, next, values);
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
