import { visitApplied } from "../../document/model/applied-parts.ts";
import type { Schema } from "../../document/model/model.ts";
import type { SchemaContext } from "./compare-schema.ts";
import { viewSchema } from "./view-schema.ts";

type Refusal = "unevaluatedItems" | "unevaluatedProperties" | "additionalProperties";

/** Compares a keyword that is usually `false` or absent. */
export function compareRefusal(
  keyword: Refusal,
  name: string,
  before: Schema,
  after: Schema,
  { addNote, part, descend }: SchemaContext,
): void {
  const [from, to] = [before[keyword], after[keyword]];
  const [isOpen, staysOpen] = [from?.boolean !== false, to?.boolean !== false];
  if (isOpen !== staysOpen) {
    addNote(staysOpen ? `${name}-allowed` : `${name}-forbidden`);
  } else if (isOpen && (from !== undefined || to !== undefined)) {
    descend(from ?? allowAnything(before), to ?? allowAnything(after), `${part.place}[*]`);
  }
}

/**
 * Compares a keyword about what the other ones leave. `additionalProperties: true` usually means the same as no such
 * keyword, but beside `unevaluatedProperties: false` it allows every property (JSON Schema 2020-12 Core, 11.3).
 */
export function compareUnevaluated(
  keyword: keyof typeof evaluators,
  name: string,
  before: Schema,
  after: Schema,
  context: SchemaContext,
): void {
  compareRefusal(keyword, name, before, after, context);
  if (before[keyword] === undefined || after[keyword] === undefined) {
    return;
  }
  const [from, to] = [before, after].map((schema) => listEvaluated(schema, evaluators[keyword]));
  if (from?.some((count, index) => count > (to?.[index] ?? 0)) === true) {
    context.addNote(`${name}-forbidden`);
  }
  if (to?.some((count, index) => count > (from?.[index] ?? 0)) === true) {
    context.addNote(`${name}-allowed`);
  }
}

/** The keywords whose presence leaves nothing to a keyword. */
const evaluators = {
  unevaluatedProperties: ["additionalProperties", "unevaluatedProperties"],
  unevaluatedItems: ["items", "unevaluatedItems"],
} as const;

/**
 * For each schema that applies to the same value, in the order of the text: how many items it evaluates whatever they are.
 * Infinite when it has one of the keywords. Properties are compared by their names.
 */
function listEvaluated(root: Schema, keywords: readonly (keyof Schema)[]): readonly number[] {
  const found = new Set([root]);
  for (const schema of found) {
    visitApplied(schema, (part, application) => {
      if (application !== "part") {
        found.add(viewSchema(part));
      }
    });
    if (schema.if !== undefined) {
      found.add(viewSchema(schema.if));
    }
  }
  // The keyword of the root itself is the one that asks.
  const [own = "additionalProperties"] = keywords;
  return [...found].map((schema) => {
    const has = (schema === root ? [own] : keywords).some((key) => schema[key] !== undefined);
    const first = own === "items" && schema !== root ? (schema.prefixItems?.length ?? 0) : 0;
    return has ? Number.POSITIVE_INFINITY : first;
  });
}

/** The schema that an absent keyword of a schema means. */
export function allowAnything({ location }: Schema): Schema {
  return { location, boolean: true };
}
