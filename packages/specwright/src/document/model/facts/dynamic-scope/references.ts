import type { Schema, SchemaReference } from "../../model.ts";
import { type OutlineEntry, outlineSchema } from "../../outline.ts";
import { type Environment, type Environments, resolveDynamic } from "./environment.ts";

/** The place of a reference. */
export interface Place {
  readonly schema: Schema;
  readonly environment: Environment;
}

/** The references of a schema itself. The target of a `$dynamicRef` depends on the scope. */
export function listReferences(schema: Schema, environment: Environment): SchemaReference[] {
  const { ref, dynamicReference } = schema;
  return [
    ...(ref === undefined ? [] : [ref]),
    ...(dynamicReference === undefined ? [] : [resolveDynamic(dynamicReference, environment)]),
  ];
}

/**
 * Calls `visit` for a schema and for the schemas inside it that are applied and say more than a type and bounds. When
 * `visit` returns false for a schema, those inside that one are skipped.
 */
export function visitPlaces(
  place: Place,
  enter: Environments["enter"],
  visit: (place: Place, isInPlace: boolean) => boolean,
): void {
  const entries = outlineSchema(place.schema);
  const scopes = [{ environment: place.environment, end: entries.length }];
  for (let index = 0; index < entries.length; ) {
    // Both always exist: the outermost scope ends with the last entry.
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
