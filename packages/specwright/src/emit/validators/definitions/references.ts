import type { Schema, SchemaReference } from "../../../model/model.ts";
import { type OutlineEntry, outlineSchema } from "../../../model/outline.ts";
import type { Environment, Environments } from "./environment.ts";

/** The place of a reference. */
export interface Place {
  readonly schema: Schema;
  readonly environment: Environment;
}

/** The references that hold at a schema itself; what `$dynamicRef` means depends on the scope. */
export function listReferences(schema: Schema, environment: Environment): SchemaReference[] {
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

/**
 * Calls back for a schema and every schema in it that is ever applied and says more than a type and bounds; not for those
 * inside of one that gives false.
 */
export function forEachPlace(
  place: Place,
  enter: Environments["enter"],
  visit: (place: Place, isInPlace: boolean) => boolean,
): void {
  const entries = outlineSchema(place.schema);
  const scopes = [{ environment: place.environment, end: entries.length }];
  for (let index = 0; index < entries.length; ) {
    // There always is an entry and a scope: the outermost one ends with the last entry.
    const { schema, isInPlace, isApplied, end } = entries[index] as OutlineEntry;
    while ((scopes.at(-1)?.end ?? 0) <= index) {
      scopes.pop();
    }
    const outside = scopes.at(-1)?.environment ?? place.environment;
    const environment = index === 0 ? outside : enter(outside, schema);
    if (environment !== outside) {
      scopes.push({ environment, end });
    }
    index = isApplied && visit({ schema, environment }, isInPlace) ? index + 1 : end;
  }
}
