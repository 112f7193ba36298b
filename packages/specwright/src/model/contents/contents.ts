import type { Model, Operation, Schema } from "../model.ts";
import { type Comparison, collectReferences, createContentComparison } from "./same-content.ts";

/**
 * Objects that represent the content of parts of a document, to be used in units of kept text (see `Unit`). Two runs of
 * a session have the same object for a part exactly when the part, and every schema that it refers to, are equal in
 * both.
 */
export interface Contents {
  /**
   * For the facts that texts of all operations read: names of components, servers, tags, credentials. Other operations
   * are not among them, so adding one does not print the others again.
   */
  readonly document: object;
  /** By the operation's name. Operations of webhooks and callbacks are not included. */
  readonly operations: ReadonlyMap<string, object>;
  /** The same without the schemas to which operations refer: a reference counts by its name. */
  readonly ownOperations: ReadonlyMap<string, object>;
  /** By the component's name. */
  readonly schemas: ReadonlyMap<string, object>;
  /**
   * Finds the schema of the earliest run that says the same. References are compared by name. Schemas to which no
   * operation and no component leads, and new ones, stand for themselves.
   */
  readonly represent: (schema: Schema) => Schema;
  /**
   * Makes `represent` find a schema that a target made of an operation's parts, such as one for all parameters in the
   * path.
   *
   * @param key the same in each run
   */
  readonly recognize: (key: string, schema: Schema) => void;
  /** The parts themselves, which the contents of the next run are compared with. */
  readonly parts: Parts;
}

interface Parts {
  readonly document: readonly unknown[];
  readonly operations: ReadonlyMap<string, Part>;
  readonly schemas: ReadonlyMap<string, Part>;
  /** The schemas that targets made, by their keys. */
  readonly made: Map<string, Schema>;
  /** See `createContentComparison`. */
  readonly same: WeakMap<object, object>;
}

interface Part {
  readonly value: Operation | Schema;
  /** The names of the components to which it refers. */
  readonly references: ReadonlySet<string>;
}

/**
 * Compares a model with that of the last run.
 *
 * @param last The contents of the last run. Default: nothing is known.
 */
export function findContents(model: Model, last?: Contents): Contents {
  const same = last?.parts.same ?? new WeakMap<object, object>();
  const isSame = createContentComparison(same);
  const schemas = findParts(model.components.schemas, last?.parts.schemas, isSame);
  const affected = findAffected(schemas.parts, schemas.changed);
  const byName = new Map(model.operations.map((operation) => [operation.name, operation]));
  const operations = findParts(byName, last?.parts.operations, isSame);
  const ownOperations = represent(operations.parts, operations.changed, last?.ownOperations);
  for (const [name, { references }] of operations.parts) {
    if ([...references].some((target) => affected.has(target))) {
      operations.changed.add(name);
    }
  }
  const document = documentFacts(model);
  const made = new Map<string, Schema>();
  const madeBefore = last?.parts.made;
  return {
    document: last !== undefined && isSame(last.parts.document, document) ? last.document : {},
    operations: represent(operations.parts, operations.changed, last?.operations),
    ownOperations,
    schemas: represent(schemas.parts, affected, last?.schemas),
    // A part is only the same as a part of its own kind.
    represent: (schema) => (same.get(schema) as Schema | undefined) ?? schema,
    recognize: (key, schema) => {
      made.set(key, schema);
      isSame(madeBefore?.get(key), schema);
    },
    parts: { document, operations: operations.parts, schemas: schemas.parts, made, same },
  };
}

interface FoundParts {
  readonly parts: ReadonlyMap<string, Part>;
  /** The names of the components that are new or differ from those of the last run. */
  readonly changed: Set<string>;
}

function findParts(
  values: ReadonlyMap<string, Operation | Schema>,
  last: ReadonlyMap<string, Part> | undefined,
  isSame: Comparison,
): FoundParts {
  const parts = new Map<string, Part>();
  const changed = new Set<string>();
  for (const [name, value] of values) {
    const old = last?.get(name);
    if (old !== undefined && isSame(old.value, value)) {
      parts.set(name, { value, references: old.references });
    } else {
      const references = new Set<string>();
      collectReferences(value, references);
      parts.set(name, { value, references });
      changed.add(name);
    }
  }
  return { parts, changed };
}

/** The schemas that lead to a changed one, and the changed ones themselves. Names without a component count as changed. */
function findAffected(
  parts: ReadonlyMap<string, Part>,
  changed: Iterable<string>,
): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const affected = new Set(changed);
  for (const [name, { references }] of parts) {
    for (const target of references) {
      const known = users.get(target) ?? [];
      users.set(target, known);
      known.push(name);
      if (!parts.has(target)) {
        affected.add(target);
      }
    }
  }
  // Iterating a set also visits the items that are added during the loop.
  for (const name of affected) {
    for (const user of users.get(name) ?? []) {
      affected.add(user);
    }
  }
  return affected;
}

function represent(
  parts: ReadonlyMap<string, Part>,
  changed: ReadonlySet<string>,
  last: ReadonlyMap<string, object> | undefined,
): ReadonlyMap<string, object> {
  return new Map(
    [...parts.keys()].map((name) => [
      name,
      (changed.has(name) ? undefined : last?.get(name)) ?? {},
    ]),
  );
}

function documentFacts({
  components,
  source,
  openapi,
  self,
  servers,
  tags,
}: Model): readonly unknown[] {
  return [
    [source, openapi, self, servers, tags, components.securitySchemes],
    ...Object.values(components).map((kind) => [...kind.keys()]),
  ];
}
