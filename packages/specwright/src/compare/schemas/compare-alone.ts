import type { Schema } from "../../document/model/model.ts";
import { nameAlternative, noteOverlaps } from "./compare-combinations.ts";
import type { SchemaContext } from "./compare-schema.ts";

/**
 * Compares a schema with a list of alternatives that contains it, such as `Dog` with `oneOf: [Dog, Cat]`.
 *
 * @returns true when one side is an alternative of the other. The comparison is then complete.
 */
export function compareAlone(before: Schema, after: Schema, context: SchemaContext): boolean {
  const [from, to] = [findOnlyAlternatives(before), findOnlyAlternatives(after)];
  if ((from === undefined) === (to === undefined)) {
    return false;
  }
  const alone = from === undefined ? before : after;
  const rest = [...(from ?? to ?? [])];
  const index = rest.findIndex((schema) =>
    from === undefined ? context.isSame(alone, schema) : context.isSame(schema, alone),
  );
  if (index === -1) {
    return false;
  }
  rest.splice(index, 1);
  noteOverlaps(before, after, context);
  for (const schema of rest) {
    const name = nameAlternative(schema);
    if (from === undefined) {
      context.addNote("alternative-added", { name, new: schema });
    } else {
      context.addNote("alternative-removed", { name, old: schema });
    }
  }
  return true;
}

/** The alternatives of a schema without other keywords that constrain values. */
function findOnlyAlternatives({ oneOf, anyOf, ...rest }: Schema): readonly Schema[] | undefined {
  const isAll = Object.keys(rest).every((key) => silent.has(key));
  return isAll && (oneOf === undefined || anyOf === undefined) ? (oneOf ?? anyOf) : undefined;
}

const silent: ReadonlySet<string> = new Set(["location", "title", "description", "discriminator"]);
