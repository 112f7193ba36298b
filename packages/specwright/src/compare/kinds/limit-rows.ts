import type { SchemaRow } from "./schema-kinds.ts";

/** Limits of values: the keyword, its name in kinds and in sentences, and whether it is a greatest or a least value. */
export const limits = [
  ["minimum", "minimum", "the minimum", "least"],
  ["maximum", "maximum", "the maximum", "greatest"],
  ["exclusiveMinimum", "exclusive-minimum", "the exclusive minimum", "least"],
  ["exclusiveMaximum", "exclusive-maximum", "the exclusive maximum", "greatest"],
  ["minLength", "min-length", "the minimum length", "least"],
  ["maxLength", "max-length", "the maximum length", "greatest"],
  ["minItems", "min-items", "the minimum number of items", "least"],
  ["maxItems", "max-items", "the maximum number of items", "greatest"],
  ["minProperties", "min-properties", "the minimum number of properties", "least"],
  ["maxProperties", "max-properties", "the maximum number of properties", "greatest"],
  ["minContains", "min-contains", "the minimum number of matching items", "least"],
  ["maxContains", "max-contains", "the maximum number of matching items", "greatest"],
] as const;

/** Four changes for each limit. Types do not contain limits, so code compiles in every case. */
export const limitRows: Readonly<Record<string, SchemaRow>> = Object.fromEntries(
  limits.flatMap(([, name, words, end]): readonly (readonly [string, SchemaRow])[] => {
    const [narrower, wider] = end === "least" ? ["raised", "lowered"] : ["lowered", "raised"];
    return [
      [`${name}-added`, { sentence: `{place} has ${words} {after}.`, narrows: "breaks" }],
      [
        `${name}-removed`,
        { sentence: `{place} no longer has ${words} {before}.`, widens: "may break" },
      ],
      [
        `${name}-${narrower}`,
        { sentence: `{place} has ${words} {after}, before {before}.`, narrows: "breaks" },
      ],
      [
        `${name}-${wider}`,
        { sentence: `{place} has ${words} {after}, before {before}.`, widens: "may break" },
      ],
    ];
  }),
);
