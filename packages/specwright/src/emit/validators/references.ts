import type { Schema, SchemaReference } from "../../model/model.ts";
import { forEachSubschema } from "../../model/subschemas.ts";
import type { Environment, Environments } from "./environment.ts";

/** Keywords whose schemas judge the same value as the schema that they stand in. */
const inPlace: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
]);

/** Keywords whose schemas judge nothing by themselves (JSON Schema 2020-12 Core, section 8.2.4; Validation, section 8). */
const unused: ReadonlySet<string> = new Set(["$defs", "contentSchema"]);

/** Where a reference stands. */
export interface Place {
  readonly schema: Schema;
  readonly environment: Environment;
}

/** The references that hold at a schema itself; what `$dynamicRef` means depends on the scope. */
export function referencesOf(schema: Schema, environment: Environment): SchemaReference[] {
  const { ref, dynamicReference } = schema;
  return [
    ...(ref === undefined ? [] : [ref]),
    ...(dynamicReference === undefined ? [] : [resolveDynamic(dynamicReference, environment)]),
  ];
}

/** JSON Schema 2020-12 Core, section 8.2.3.2: only a reference to a dynamic anchor is dynamic. */
function resolveDynamic(reference: SchemaReference, environment: Environment): SchemaReference {
  const anchor = reference.target.dynamicAnchor;
  const fragment = reference.text.slice(reference.text.indexOf("#") + 1);
  const target = anchor === undefined || anchor !== fragment ? undefined : environment.get(anchor);
  return target === undefined ? reference : { text: reference.text, target };
}

/** Calls back for a schema and every schema in it that is ever applied; not for those inside of one that gives false. */
export function forEachPlace(
  place: Place,
  enter: Environments["enter"],
  visit: (place: Place, isInPlace: boolean) => boolean,
  isInPlace = true,
): void {
  if (!visit(place, isInPlace)) {
    return;
  }
  forEachSubschema(place.schema, (schema, keyword) => {
    if (!unused.has(keyword)) {
      const inside = { schema, environment: enter(place.environment, schema) };
      forEachPlace(inside, enter, visit, isInPlace && inPlace.has(keyword));
    }
  });
}
