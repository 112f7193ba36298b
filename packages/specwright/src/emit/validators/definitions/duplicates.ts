import type { Schema } from "../../../document/model/model.ts";
import { type OutlineEntry, outlineSchema } from "../../../document/model/outline.ts";
import { visitSubschemas } from "../../../document/model/subschemas.ts";
import type { OperationSource } from "./operations.ts";

/** Schemas that the document repeats: from each repetition to the first occurrence, which represents them all. */
export type Duplicates = ReadonlyMap<Schema, Schema>;

/** The meaning of a schema as a number. Schemas with the same meaning have the same number. */
interface Meaning {
  readonly number: number;
  /** How many schemas it consists of. */
  readonly size: number;
}

/** The known meanings of schemas. They stay valid between runs. */
interface Meanings {
  readonly bySchema: WeakMap<Schema, Meaning>;
  readonly byText: Map<string, Meaning>;
}

/** Creates an empty memory. */
export function createMeanings(): Meanings {
  return { bySchema: new WeakMap(), byText: new Map() };
}

/** Smaller objects are easier to read in place. */
const minimumSize = 8;

/**
 * Finds objects that a document repeats word for word, as generated documents do. Once these have a name, the
 * validators of such a document are a quarter as long. Parameters and headers are included at any size.
 */
export function findDuplicates(
  components: Iterable<Schema>,
  operations: readonly OperationSource[],
  meanings: Meanings = createMeanings(),
): Duplicates {
  const first = new Map<Meaning, Schema>();
  const duplicates = new Map<Schema, Schema>();
  /** Returns whether the schema is the first one with its meaning. */
  const isNew = (schema: Schema, least: number): boolean => {
    if (schema.properties === undefined) {
      return true;
    }
    const meaning = computeMeaning(schema, meanings);
    if (meaning.size < least) {
      return true;
    }
    const same = first.get(meaning) ?? schema;
    first.set(meaning, same);
    if (same !== schema) {
      duplicates.set(schema, same).set(same, same);
    }
    return same === schema;
  };
  const visit = (root: Schema, isRootNew: (schema: Schema) => boolean): void => {
    const entries = outlineSchema(root);
    for (let index = 0; index < entries.length; ) {
      // The index is in bounds.
      const { schema, end } = entries[index] as OutlineEntry;
      const goesOn = index === 0 ? isRootNew(schema) : isNew(schema, minimumSize);
      index = goesOn ? index + 1 : end;
    }
  };
  for (const component of components) {
    visit(component, () => true);
  }
  for (const { parameters, bodies, responseHeaders, partHeaders } of operations) {
    for (const schemas of [parameters, responseHeaders, partHeaders]) {
      for (const schema of schemas.values()) {
        visit(schema, () => isNew(schema, 0));
      }
    }
    for (const schema of bodies.values()) {
      visit(schema, () => isNew(schema, minimumSize));
    }
  }
  return duplicates;
}

function computeMeaning(schema: Schema, meanings: Meanings): Meaning {
  const { bySchema, byText } = meanings;
  const found = bySchema.get(schema);
  if (found !== undefined) {
    return found;
  }
  let text = renderAssertions(schema);
  let size = 1;
  visitSubschemas(schema, (part, keyword, key = "") => {
    const meaning = computeMeaning(part, meanings);
    text += `\n${keyword} ${meaning.number} ${quoteIfAmbiguous(key)}`;
    size += meaning.size;
  });
  const meaning = byText.get(text) ?? { number: byText.size, size };
  byText.set(text, meaning);
  bySchema.set(schema, meaning);
  return meaning;
}

/** The schema's own assertions, and every other member in which two places could differ. */
function renderAssertions(schema: Schema): string {
  let text = "";
  for (const keyword of Object.keys(schema) as (keyof Schema)[]) {
    if (simple.has(keyword)) {
      text += ` ${keyword} ${String(schema[keyword])}`;
    } else if (composed.has(keyword)) {
      text += ` ${keyword} ${JSON.stringify(schema[keyword])}`;
    } else if (keyword === "dependentRequired") {
      text += ` ${keyword} ${JSON.stringify([...(schema.dependentRequired ?? [])])}`;
    } else if (keyword === "ref") {
      const { file, pointer } = schema.ref?.target.location ?? {};
      text += ` $ref ${quoteIfAmbiguous(schema.ref?.name ?? `${file}#${pointer}`)}`;
    } else if (dynamic.has(keyword)) {
      // Its meaning depends on its place.
      text += ` ${quoteIfAmbiguous(`${schema.location.file}#${schema.location.pointer}`)}`;
    }
  }
  return text;
}

/** A name of the document, quoted if it could be confused with the surrounding text. */
function quoteIfAmbiguous(name: string): string {
  return /^[^\s"]*$/.test(name) ? name : JSON.stringify(name);
}

const simple: ReadonlySet<string> = new Set(
  (
    "boolean multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength " +
    "minContains maxContains maxItems minItems uniqueItems maxProperties minProperties"
  ).split(" "),
);
const composed: ReadonlySet<string> = new Set(
  "types enum const format pattern required".split(" "),
);
const dynamic: ReadonlySet<string> = new Set(
  "dynamicReference dynamicAnchors dynamicAnchor id anchor".split(" "),
);
