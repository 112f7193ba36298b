import { listConjuncts } from "../../document/model/conjuncts.ts";
import { commonTypes } from "../../document/model/facts/common-types.ts";
import type { JsonType, Schema } from "../../document/model/model.ts";
import type { Random } from "./random.ts";

/** The combined requirements of all schemas that a value has to fit. */
export interface Merged {
  /** The schemas, after alternatives were chosen. Together they have all keywords. */
  readonly parts: readonly Schema[];
  /** Undefined: any. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** For each property name, the schemas that apply to the property. */
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  readonly required: ReadonlySet<string>;
}

/**
 * Combines the schemas that apply to one value: references, `allOf`, and one alternative of each `oneOf` and `anyOf`,
 * chosen at random.
 */
export function mergeParts(schemas: readonly Schema[], random: Random): Merged {
  const parts = new Set<Schema>();
  for (const schema of schemas) {
    collect(schema, parts, random);
  }
  let types: ReadonlySet<JsonType> | undefined;
  const properties = new Map<string, Schema[]>();
  const required = new Set<string>();
  for (const part of parts) {
    types = commonTypes(types, part.types && new Set(part.types));
    for (const [name, property] of part.properties ?? []) {
      properties.set(name, [...(properties.get(name) ?? []), property]);
    }
    for (const name of part.required ?? []) {
      required.add(name);
    }
  }
  return { parts: [...parts], types, properties, required };
}

function collect(schema: Schema, parts: Set<Schema>, random: Random): void {
  if (parts.has(schema)) {
    return;
  }
  parts.add(schema);
  const chosen = [schema.oneOf, schema.anyOf].flatMap((list) => {
    const choice = list && random.pick(list);
    return choice === undefined ? [] : [choice];
  });
  for (const part of [...listConjuncts(schema), ...chosen]) {
    collect(part, parts, random);
  }
}
