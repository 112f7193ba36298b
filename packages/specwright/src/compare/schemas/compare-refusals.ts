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
  const [from, to] = [before, after].map((schema) => listEvaluating(schema, evaluators[keyword]));
  if (from?.some((has, index) => has && to?.[index] !== true) === true) {
    context.addNote(`${name}-forbidden`);
  }
  if (to?.some((has, index) => has && from?.[index] !== true) === true) {
    context.addNote(`${name}-allowed`);
  }
}

/** The keywords whose presence leaves nothing to a keyword. */
const evaluators = {
  unevaluatedProperties: ["additionalProperties", "unevaluatedProperties"],
  unevaluatedItems: ["items", "unevaluatedItems"],
} as const;

/** For each schema that applies to the same value, in the order of the text: whether it has one of the keywords. */
function listEvaluating(root: Schema, keywords: readonly (keyof Schema)[]): readonly boolean[] {
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
  return [...found].map((schema) =>
    (schema === root ? [own] : keywords).some((keyword) => schema[keyword] !== undefined),
  );
}

/** The schema that an absent keyword of a schema means. */
export function allowAnything({ location }: Schema): Schema {
  return { location, boolean: true };
}
