/** One case: a kind of value, written in a style, at a location. */
export interface Case {
  /** The operation's id. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly style: string;
  readonly explode: boolean;
  readonly kind: Kind;
}

/** The kind of a parameter's value. */
export type Kind = "string" | "integer" | "array" | "object";

const kinds: readonly Kind[] = ["string", "integer", "array", "object"];

/** The styles of each place (OpenAPI 3.1, section 4.8.12.2.1, table of styles). */
const styles: readonly (readonly [Case["in"], string, readonly Kind[]])[] = [
  ["path", "simple", kinds],
  ["path", "label", kinds],
  ["path", "matrix", kinds],
  ["query", "form", kinds],
  ["query", "spaceDelimited", ["array", "object"]],
  ["query", "pipeDelimited", ["array", "object"]],
  ["query", "deepObject", ["object"]],
  ["header", "simple", kinds],
  ["cookie", "form", kinds],
];

/** Every combination that the specification defines. */
export const cases: readonly Case[] = styles.flatMap(([location, style, some]) =>
  some.flatMap((kind) =>
    listExplodes(style).map((explode) => ({
      name: nameParameter(location, style, explode, kind),
      in: location,
      style,
      explode,
      kind,
    })),
  ),
);

/** deepObject is defined only with explode, and the delimited styles only without (with explode they equal form). */
function listExplodes(style: string): readonly boolean[] {
  if (style === "deepObject") {
    return [true];
  }
  return style.endsWith("Delimited") ? [false] : [false, true];
}

function nameParameter(location: string, style: string, explode: boolean, kind: Kind): string {
  return `${location}_${style}_${explode ? "explode" : "joined"}_${kind}`;
}

const schemas: Readonly<Record<Kind, object>> = {
  string: { type: "string" },
  integer: { type: "integer" },
  array: { type: "array", items: { type: "string" } },
  object: {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string" } },
    additionalProperties: { type: "string" },
  },
};

/**
 * A document with an operation for each case. Its parameter is called `value`. With `strict`, the schemas accept only
 * the typical values.
 */
export function buildParameterDocument(strict = false): object {
  const paths = cases.map((one): [string, object] => {
    const path = one.in === "path" ? `/${one.name}/{value}` : `/${one.name}`;
    const parameter = {
      name: "value",
      in: one.in,
      required: one.in === "path" || strict,
      style: one.style,
      explode: one.explode,
      schema: { ...schemas[one.kind], ...(strict && demands[one.kind]) },
    };
    const responses = { "204": { description: "Taken." } };
    return [path, { get: { operationId: one.name, parameters: [parameter], responses } }];
  });
  return {
    openapi: "3.1.0",
    info: { title: "Parameters", version: "1" },
    paths: Object.fromEntries(paths),
  };
}

/** Schemas that accept the typical value only if it was decoded correctly. */
const demands: Readonly<Record<Kind, object>> = {
  string: { enum: ["plain"] },
  integer: { enum: [-42] },
  array: { minItems: 2, items: { enum: ["x", "y"] } },
  object: { required: ["a", "b"], properties: { a: { enum: ["1"] }, b: { enum: ["2"] } } },
};

/** A value of each kind that every style can carry. */
export const typical: Readonly<Record<Kind, unknown>> = {
  string: "plain",
  integer: -42,
  array: ["x", "y"],
  object: { a: "1", b: "2" },
};

/** Values with all characters that are difficult for styles. */
export const values: Readonly<Record<Kind, readonly unknown[]>> = {
  string: [
    "plain",
    "",
    "null",
    "a b",
    "ü😀",
    "a/b?c#d&e=f",
    "a,b",
    "a|b",
    "a;b",
    "a=b",
    "..",
    ".",
    "%41",
    "+",
    "[x]",
    '"quoted"',
  ],
  integer: [-42, 0, 9007199254740991],
  array: [
    ["x", "y"],
    ["one"],
    [],
    [""],
    ["a,b", "c"],
    ["a b", "c"],
    ["a|b", "c"],
    ["ü😀", "a&b=c"],
    ["null"],
  ],
  object: [
    { a: "1", b: "2" },
    { a: "x" },
    {},
    { a: "" },
    { a: "x,y", b: "z" },
    { a: "p=q", b: "r&s" },
    { a: "ü😀" },
    { "b c": "d" },
  ],
};
