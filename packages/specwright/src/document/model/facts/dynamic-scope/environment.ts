import type { Schema, SchemaReference } from "../../model.ts";

/**
 * The dynamic scope (JSON Schema 2020-12 Core, section 8.2.3.2): the schema of each `$dynamicAnchor` at a place. It
 * depends on the path that led there: the first resource on the path that has the anchor decides. Equal scopes are the
 * same object.
 */
export type Environment = ReadonlyMap<string, Schema>;

/** The outermost scope. Documents without `$dynamicAnchor` have only this one. */
export const emptyEnvironment: Environment = new Map();

/** Makes scopes of one run. */
export interface Environments {
  /** The scope inside of a schema. */
  readonly enter: (environment: Environment, schema: Schema) => Environment;
}

/** Opens a run. */
export function createEnvironments(): Environments {
  const numbers = new Map<Schema, number>();
  const interned = new Map<string, Environment>();
  const assignNumber = (schema: Schema): number => {
    const number = numbers.get(schema) ?? numbers.size;
    numbers.set(schema, number);
    return number;
  };
  const enter = (environment: Environment, schema: Schema): Environment => {
    const anchors = schema.dynamicAnchors;
    if (anchors === undefined || [...anchors.keys()].every((name) => environment.has(name))) {
      return environment;
    }
    const scope = new Map([...anchors, ...environment]);
    const key = [...scope]
      .map(([name, target]) => `${name} ${assignNumber(target)}`)
      .sort()
      .join("\n");
    const same = interned.get(key) ?? scope;
    interned.set(key, same);
    return same;
  };
  return { enter };
}

/**
 * The schema to which a `$dynamicRef` leads in a scope. Only a reference to a dynamic anchor is dynamic (JSON Schema 2020-12
 * Core, section 8.2.3.2).
 */
export function resolveDynamic(
  reference: SchemaReference,
  environment: Environment,
): SchemaReference {
  const anchor = reference.target.dynamicAnchor;
  const fragment = reference.text.slice(reference.text.indexOf("#") + 1);
  const target = anchor === undefined || anchor !== fragment ? undefined : environment.get(anchor);
  return target === undefined ? reference : { text: reference.text, target };
}
