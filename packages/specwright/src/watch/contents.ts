import type { Model, Operation, Schema } from "../document/model/model.ts";
import { type Comparison, collectReferences, createContentComparison } from "./same-content.ts";

/** The comparison of a model with that of the last run of a session. */
export interface Contents {
  /**
   * Compares values that contain parts of the two models. References are compared by name. A part is compared once,
   * however many values contain it.
   */
  readonly isSame: Comparison;
  /**
   * Objects that represent the content of operations, by name. Two runs have the same object for an operation exactly
   * when it, every schema that it leads to, and the names of the document's components are equal in both. Operations of
   * webhooks and callbacks are not included.
   */
  readonly operations: ReadonlyMap<string, object>;
  /** True when an operation or a schema has a reference to a place without a name, or a dynamic reference. */
  readonly hasUnnamed: boolean;
  /** The parts themselves, which the contents of the next run are compared with. */
  readonly parts: Parts;
}

interface Parts {
  readonly document: readonly unknown[];
  readonly operations: ReadonlyMap<string, Part>;
  readonly schemas: ReadonlyMap<string, Part>;
  /** See `createContentComparison`. */
  readonly same: WeakMap<object, object>;
}

interface Part {
  readonly value: Operation | Schema;
  /** The names of the components to which it refers. `""` for a reference without a name. */
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
  const document = documentFacts(model);
  const isDocumentSame = isSame(last?.parts.document, document);
  const represented = new Map(
    [...operations.parts].map(([name, { references }]) => {
      const isChanged =
        !isDocumentSame ||
        operations.changed.has(name) ||
        [...references].some((target) => affected.has(target));
      return [name, (isChanged ? undefined : last?.operations.get(name)) ?? {}];
    }),
  );
  const parts = [...schemas.parts.values(), ...operations.parts.values()];
  return {
    isSame,
    operations: represented,
    hasUnnamed: parts.some(({ references }) => references.has("")),
    parts: { document, operations: operations.parts, schemas: schemas.parts, same },
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
