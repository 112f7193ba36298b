import type { Operation, Parameter } from "./model.ts";

/** The parts of a key of `paths`, such as `/responses/{id}?beta=true#first`. */
export interface PathKey {
  readonly path: string;
  /** Pairs of the query as they are written, such as `beta=true`. */
  readonly query: readonly string[];
  /** The text after `#`: it distinguishes operations in the document and is never sent. */
  readonly fragment: string | undefined;
}

/** Splits a key of `paths`. Inside braces, `?` and `#` are part of a name. */
export function splitPathKey(key: string): PathKey {
  if (!key.includes("?") && !key.includes("#")) {
    return { path: key, query: [], fragment: undefined };
  }
  const [, path = "", query = "", fragment] =
    /^((?:\{[^{}]*\}|[^?#])*)(?:\?((?:\{[^{}]*\}|[^#])*))?(?:#(.*))?$/s.exec(key) ?? [];
  return { path, query: query.split("&").filter((pair) => pair !== ""), fragment };
}

/** The key of a path without the names of its parameters: `/pets/{}` for `/pets/{id}`. */
export function renderPathShape(key: string): string {
  const { path, query, fragment } = splitPathKey(key);
  const pairs = query.toSorted().join("&");
  return `${path.replace(/\{[^{}]*\}/g, "{}")}?${pairs}#${fragment ?? ""}`;
}

/** The names in the braces of a template, in order, each once: `["id"]` for `/pets/{id}`. */
export function listNamesInBraces(text: string): readonly string[] {
  return [...new Set(text.match(/(?<=\{)[^{}]+(?=\})/g))];
}

/**
 * The names of the path parameters in a key of `paths`. In the query of a key, `?id={id}` describes a query parameter
 * when the operation has a query parameter `id` and no path parameter `id`.
 */
export function listNamesInPath(
  key: string,
  parameters: readonly Pick<Parameter, "name" | "in">[],
): readonly string[] {
  const { path, query } = splitPathKey(key);
  const has = (location: Parameter["in"], name: string): boolean =>
    parameters.some((parameter) => parameter.in === location && parameter.name === name);
  const inQuery = listNamesInBraces(query.join("&")).filter(
    (name) => has("path", name) || !has("query", name),
  );
  return [...new Set([...listNamesInBraces(path), ...inQuery])];
}

/** The path of an operation, without those pairs of its query that only describe a query parameter. */
export function buildSentPath({ path: key, parameters }: Operation): string {
  const { path, query, fragment } = splitPathKey(key);
  if (query.length === 0) {
    return key;
  }
  const values = parameters.map(({ value }) => value);
  const names = new Set(listNamesInPath(key, values));
  const sent = query.filter((pair) => listNamesInBraces(pair).every((name) => names.has(name)));
  const joined = sent.length === 0 ? path : `${path}?${sent.join("&")}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}
