import type { Schema } from "../../model/model.ts";
import { forEachSubschema } from "../../model/subschemas.ts";
import type { OperationSource } from "./operations.ts";

/** Schemas that are written out several times, each with the one that stands for all of them: the first. */
export type Duplicates = ReadonlyMap<Schema, Schema>;

/** What says the same has the same number. */
interface Meaning {
  readonly number: number;
  /** How many schemas it consists of. */
  readonly size: number;
}

/** Smaller objects are easier to read where they stand. */
const minimumSize = 8;

/**
 * Finds objects that documents repeat word for word, as tools write them: once they have a name, the validators of such
 * a document are a quarter as long. Parameters and headers count at any size.
 */
export function findDuplicates(
  components: Iterable<Schema>,
  operations: readonly OperationSource[],
): Duplicates {
  const meanings = new Map<Schema, Meaning>();
  const numbers = new Map<string, Meaning>();
  const first = new Map<Meaning, Schema>();
  const duplicates = new Map<Schema, Schema>();
  /** Whether the schema is the first one that says this. */
  const isNew = (schema: Schema, least: number): boolean => {
    const meaning = meaningOf(schema, meanings, numbers);
    if (schema.properties === undefined || meaning.size < least) {
      return true;
    }
    const same = first.get(meaning) ?? schema;
    first.set(meaning, same);
    if (same !== schema) {
      duplicates.set(schema, same).set(same, same);
    }
    return same === schema;
  };
  const visit = (schema: Schema): void => {
    if (isNew(schema, minimumSize)) {
      forEachSubschema(schema, visit);
    }
  };
  for (const component of components) {
    forEachSubschema(component, visit);
  }
  for (const { parameters, bodies, responseHeaders, partHeaders } of operations) {
    for (const schema of [parameters, responseHeaders, partHeaders].flatMap((each) => [
      ...each.values(),
    ])) {
      if (isNew(schema, 0)) {
        forEachSubschema(schema, visit);
      }
    }
    bodies.forEach(visit);
  }
  return duplicates;
}

function meaningOf(
  schema: Schema,
  known: Map<Schema, Meaning>,
  numbers: Map<string, Meaning>,
): Meaning {
  const found = known.get(schema);
  if (found !== undefined) {
    return found;
  }
  let text = assertionsOf(schema);
  let size = 1;
  forEachSubschema(schema, (part, keyword, key = "") => {
    const meaning = meaningOf(part, known, numbers);
    text += `\n${keyword} ${meaning.number} ${key}`;
    size += meaning.size;
  });
  const meaning = numbers.get(text) ?? { number: numbers.size, size };
  numbers.set(text, meaning);
  known.set(schema, meaning);
  return meaning;
}

/** Everything that a schema says by itself, and what could make two places differ. */
function assertionsOf(schema: Schema): string {
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
      text += ` $ref ${schema.ref?.name ?? `${file}#${pointer}`}`;
    } else if (dynamic.has(keyword)) {
      // Its meaning depends on where it stands.
      text += ` ${schema.location.file}#${schema.location.pointer}`;
    }
  }
  return text;
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
