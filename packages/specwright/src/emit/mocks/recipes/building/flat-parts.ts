import { listConjuncts } from "../../../../document/model/conjuncts.ts";
import type { Schema } from "../../../../document/model/model.ts";

/** The alternatives of one `oneOf` or `anyOf`. */
export interface Alternatives {
  readonly list: readonly Schema[];
  readonly discriminator: Schema["discriminator"];
}

/** All that applies to one value: schemas without references, `allOf` and alternatives, and the alternatives. */
export interface FlatParts {
  readonly parts: readonly Schema[];
  readonly alternatives: readonly Alternatives[];
}

/** Follows the references and `allOf` of schemas. */
export function flattenParts(schemas: readonly Schema[]): FlatParts {
  const all = new Set(schemas);
  for (const schema of all) {
    for (const part of listConjuncts(schema)) {
      all.add(part);
    }
  }
  return {
    parts: [...all].map(withoutApplicators),
    alternatives: [...all].flatMap(({ oneOf, anyOf, discriminator }) =>
      [oneOf, anyOf].flatMap((list) =>
        list === undefined || list.length === 0 ? [] : [{ list, discriminator }],
      ),
    ),
  };
}

function withoutApplicators(schema: Schema): Schema {
  const { ref: _, allOf: __, oneOf: ___, anyOf: ____, ...rest } = schema;
  return rest;
}
