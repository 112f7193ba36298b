import type { Schema } from "../../model.ts";
import { type Environment, type Environments, emptyEnvironment } from "./environment.ts";
import { listReferences, type Place, visitPlaces } from "./references.ts";

/**
 * Returns whether a schema means something else inside of a scope than alone, because the scope has other schemas for the
 * anchors of its `$dynamicRef`s. Example: `Page` inside `PetPage`, which says what the items of its pages are.
 */
export function isBound(
  schema: Schema,
  environment: Environment,
  enter: Environments["enter"],
): boolean {
  const inside = enter(environment, schema);
  const alone = enter(emptyEnvironment, schema);
  if (inside === alone) {
    return false;
  }
  const [bound, unbound] = [inside, alone].map((scope) => listTargets(schema, scope, enter));
  return bound?.some((target, index) => target !== unbound?.[index]) === true;
}

/** The schemas to which all `$dynamicRef`s lead that a schema applies, one after the other. */
function listTargets(
  schema: Schema,
  environment: Environment,
  enter: Environments["enter"],
): readonly Schema[] {
  const targets: Schema[] = [];
  const seen = new Map<Schema, Set<Environment>>();
  const waiting: Place[] = [{ schema, environment }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const known = seen.get(next.schema) ?? new Set();
    if (!known.has(next.environment)) {
      seen.set(next.schema, known.add(next.environment));
      visitPlaces(next, enter, ({ schema: part, environment: scope }) => {
        const found = listReferences(part, scope).map(({ target }) => target);
        const [last] = found.slice(-1);
        if (part.dynamicReference !== undefined && last !== undefined) {
          targets.push(last);
        }
        waiting.push(
          ...found.map((target) => ({ schema: target, environment: enter(scope, target) })),
        );
        return true;
      });
    }
  }
  return targets;
}
