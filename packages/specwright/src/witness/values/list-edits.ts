import { isEqual } from "@specwright/runtime/v1/values";
import type { Schema } from "../../document/model/model.ts";
import { isObject } from "../../json-object.ts";
import { listMatchingTexts } from "./list-matching-texts.ts";
import { withMember } from "./replace-part.ts";

/** What edits are made of. */
export interface EditSource {
  /** The part that is replaced. Absent when the whole value does not have it. */
  readonly part: { readonly value: unknown } | undefined;
  /** The schemas of both documents that say something about the part. */
  readonly schemas: readonly Schema[];
  /** Names of properties that are edited first. */
  readonly names: readonly string[];
  /** Values that probably fit a schema. */
  readonly make: (schema: Schema) => readonly unknown[];
}

/** More values of one kind show nothing more. */
const most = 60;

/**
 * Values for one part, at and beyond the edges of all schemas that say something about it: those of the same type as the
 * part first.
 */
export function listEdits({ part, schemas, names, make }: EditSource): readonly unknown[] {
  const own = part?.value;
  const edits = [
    ...schemas.flatMap(listWritten).slice(0, 4 * most),
    ...listNumbers(schemas),
    ...listTexts(own, schemas),
    ...(isObject(own) ? listObjects(own, schemas, names, make) : []),
    ...(Array.isArray(own) ? listLists(own, schemas, make) : []),
    ...plainValues,
    ...schemas.slice(0, most).flatMap(make),
    ...(isObject(own) ? [] : listObjects({}, schemas, names, make)),
    ...(Array.isArray(own) ? [] : listLists([], schemas, make)),
  ];
  const unique = new Map(edits.map((value) => [JSON.stringify(value), value]));
  return [...unique.values()].filter((value) => value !== undefined);
}

const plainValues: readonly unknown[] = [
  ...["", "a", "0", null, true, false, 0, 1, -1, 0.5, 2 ** 31, 2 ** 53],
  ...[[], [null], [0], ["a"], [{}], {}, { x: 0 }, { x: "a" }],
];

function listWritten(schema: Schema): readonly unknown[] {
  return [
    ...(schema.const === undefined ? [] : [schema.const.value]),
    ...(schema.enum ?? []).slice(0, most),
    ...(schema.default === undefined ? [] : [schema.default.value]),
    ...(schema.examples ?? []).slice(0, 3),
  ];
}

function listNumbers(schemas: readonly Schema[]): readonly number[] {
  const bounds = schemas.flatMap(({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) =>
    [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((each) => each !== undefined),
  );
  const factors = schemas.flatMap(({ multipleOf }) => multipleOf ?? []);
  const sorted = bounds.toSorted((one, other) => one - other);
  const between = sorted.slice(1).map((bound, at) => (bound + (sorted[at] ?? bound)) / 2);
  const near = bounds.slice(0, most).flatMap((bound) => [
    ...[bound, bound - 1, bound + 1, bound - 0.5, bound + 0.5],
    ...factors.slice(0, 4).flatMap((factor) => {
      const steps = Math.round(bound / factor);
      return [steps - 1, steps, steps + 1].map((count) => multiply(count, factor));
    }),
  ]);
  const multiples = factors
    .slice(0, most)
    .flatMap((factor) => [1, -1, 2, 3, 0.5].map((count) => multiply(count, factor)));
  return [...near, ...between.slice(0, most), ...multiples];
}

/** A product without the rounding errors of binary fractions. */
function multiply(count: number, factor: number): number {
  return Number((count * factor).toPrecision(12));
}

/** Longer texts would show nothing that a person reads. */
const longestText = 10_000;

function listTexts(own: unknown, schemas: readonly Schema[]): readonly string[] {
  const lengths = schemas
    .flatMap(({ minLength, maxLength }) => [minLength, maxLength])
    .filter((length) => length !== undefined && length <= longestText)
    .slice(0, most)
    .flatMap((length = 0) => [length, length + 1, Math.max(0, length - 1)]);
  const patterns = schemas.flatMap(({ pattern }) => pattern ?? []).slice(0, 20);
  const matching = patterns.flatMap(listMatchingTexts);
  const seeds = [
    ...(typeof own === "string" ? [own] : []),
    ...matching.slice(0, 20),
    ...["a", "0"],
  ];
  return [
    ...matching,
    ...matching.flatMap((text) => [text.toUpperCase(), ` ${text}`, text.slice(1)]),
    ...lengths.flatMap((length) => seeds.map((seed) => stretch(seed, length))),
    ...formatTexts,
  ];
}

/** A text with another length in code points. */
function stretch(text: string, length: number): string {
  const characters = [...text];
  const last = characters.at(-1) ?? "a";
  return [
    ...characters.slice(0, length),
    ...Array.from({ length: Math.max(0, length - characters.length) }, () => last),
  ].join("");
}

/** A text of each format, and one that has none. */
const formatTexts: readonly string[] = [
  ..."2020-01-01 2020-01-01T00:00:00Z 00:00:00Z P1D a@b.c a.b 192.0.2.1 ::1 https://a.b /a 0/a".split(
    " ",
  ),
  ..."00000000-0000-4000-8000-000000000000 YQ== 1.5 -1 ä@b.c ä.b https://ä.b {a} [".split(" "),
  ..."x y,%,\u{1f600}".split(","),
];

/** Members that are taken away, added and replaced. */
function listObjects(
  own: Readonly<Record<string, unknown>>,
  schemas: readonly Schema[],
  first: readonly string[],
  make: EditSource["make"],
): readonly unknown[] {
  const described = new Map(schemas.flatMap(({ properties }) => [...(properties ?? [])]));
  const conditions = schemas.flatMap(({ dependentRequired, dependentSchemas }) => [
    ...[...(dependentRequired ?? [])].flat(2),
    ...(dependentSchemas?.keys() ?? []),
  ]);
  const matching = schemas
    .flatMap(({ patternProperties }) => [...(patternProperties?.keys() ?? [])])
    .flatMap(listMatchingTexts);
  const names = [
    ...new Set([
      ...first,
      ...schemas.flatMap(({ required = [] }) => required),
      ...described.keys(),
      ...conditions,
      ...matching,
    ]),
  ].slice(0, most);
  const remove = (name: string): Readonly<Record<string, unknown>> => {
    const { [name]: _, ...rest } = own;
    return rest;
  };
  const added = [...names, ...otherNames].flatMap((name) => {
    const schema = described.get(name);
    const values = schema === undefined ? oddMembers : [...make(schema), ...oddMembers];
    return values
      .filter((value) => !Object.hasOwn(own, name) || !isEqual(own[name], value))
      .map((value) => withMember(own, name, value));
  });
  const counts = schemas
    .flatMap(({ minProperties, maxProperties }) => [minProperties, maxProperties])
    .filter((count) => count !== undefined && count <= 200)
    .flatMap((count = 0) => [count - 1, count, count + 1]);
  const all = oddMembers.map((value) =>
    Object.fromEntries([
      ...Object.entries(own),
      ...[...names, "x"].slice(0, 12).map((name) => [name, value] as const),
    ]),
  );
  return [
    ...names.filter((name) => Object.hasOwn(own, name)).map(remove),
    ...all,
    ...added,
    ...counts.slice(0, most).map((count) => withCount(own, count, names)),
  ];
}

const otherNames = ["x", "longer", "", "a"];
const oddMembers: readonly unknown[] = ["a", 0, null, true, {}, []];

/** An object with another number of members. */
function withCount(
  own: Readonly<Record<string, unknown>>,
  count: number,
  names: readonly string[],
): object {
  const further = [...names, ...Array.from({ length: count }, (_, at) => `x${at}`)]
    .filter((name) => !Object.hasOwn(own, name))
    .map((name) => [name, "a"] as const);
  return Object.fromEntries([...Object.entries(own), ...further].slice(0, Math.max(0, count)));
}

/** Lists of other lengths and with other items. */
function listLists(
  own: readonly unknown[],
  schemas: readonly Schema[],
  make: EditSource["make"],
): readonly unknown[] {
  const items = [
    ...own.slice(0, 2),
    ...schemas
      .flatMap(({ items: rest, prefixItems = [], contains, unevaluatedItems }) =>
        [rest, ...prefixItems, contains, unevaluatedItems].flatMap((each) => each ?? []),
      )
      .slice(0, 20)
      .flatMap(make),
    ...oddMembers,
  ];
  const lengths = schemas
    .flatMap(({ minItems, maxItems, minContains, maxContains, prefixItems }) => [
      ...[minItems, maxItems, minContains, maxContains, prefixItems?.length],
    ])
    .filter((length) => length !== undefined && length <= 200)
    .flatMap((length = 0) => [length - 1, length, length + 1])
    .filter((length) => length >= 0);
  const distinct = [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  return [
    ...distinct
      .slice(0, most)
      .flatMap((item) => [
        [item],
        [item, item],
        [...own, item],
        ...own.map((_, at) => own.with(at, item)).slice(0, 5),
      ]),
    ...[...new Set([...lengths, 2, 3])]
      .slice(0, 30)
      .flatMap((length) => [
        ...distinct.slice(0, 6).map((item) => Array.from({ length }, () => item)),
        Array.from({ length }, (_, at) => distinct[at] ?? at),
        Array.from({ length }, (_, at) => `a${at}`),
        Array.from({ length }, (_, at) => own[at] ?? at),
      ]),
  ];
}
