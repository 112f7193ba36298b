/** A document that tries to exhaust the program that reads it. */
export interface Bomb {
  readonly name: string;
  /** The files by path; the first one is the root. */
  readonly files: () => Readonly<Record<string, string | Uint8Array>>;
  /** Creates special files, such as links, in the folder of the files. */
  readonly prepare?: (folder: string) => void;
  /** More arguments of the command. */
  readonly arguments?: readonly string[];
  /** The code of the expected problem; undefined when output is expected. */
  readonly code: string | undefined;
  /** The code of a warning that is expected together with output. */
  readonly warning?: string;
}

const head = { openapi: "3.1.0", info: { title: "Bomb", version: "1" } };

/** How a document in YAML begins. */
export const yamlHead = 'openapi: 3.1.0\ninfo: { title: Bomb, version: "1" }\n';

/** A document in JSON with more members. */
export function json(members: object): Readonly<Record<string, string>> {
  return { "openapi.json": JSON.stringify({ ...head, ...members }) };
}

/** A document in JSON that has schemas only. */
export function schemas(value: unknown): Readonly<Record<string, string>> {
  return json({ components: { schemas: value } });
}

/** A document in JSON with one operation. */
export function operation(members: object): Readonly<Record<string, string>> {
  return json({ paths: { "/a": { get: { responses: {}, ...members } } } });
}

/** A document in YAML. */
export function yaml(text: string): Readonly<Record<string, string>> {
  return { "openapi.yaml": yamlHead + text };
}

/** A list with this many items. */
export function count<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}

/** An object with this many members. */
export function members<T>(
  length: number,
  make: (index: number) => readonly [string, T],
): Readonly<Record<string, T>> {
  return Object.fromEntries(count(length, make));
}

/** Schemas each of which refers to the next. */
export function chain(length: number, link: (next: string) => unknown): object {
  return {
    ...members(length, (index) => [`A${index}`, link(`#/components/schemas/A${index + 1}`)]),
    [`A${length}`]: { type: "string" },
  };
}

/** Schemas with two members each, both of which refer to the next schema. */
export function doubling(
  prefix: string,
  link: (next: { readonly $ref: string }) => unknown = (next) => ({
    type: "object",
    properties: { a: next, b: next },
  }),
): Readonly<Record<string, unknown>> {
  return {
    ...members(40, (index) => [`A${index}`, link({ $ref: `${prefix}${index + 1}` })]),
    A40: { type: "string" },
  };
}

/** More levels than any call stack has. */
export const deep = 100_000;

export const megabyte: number = 1024 * 1024;
