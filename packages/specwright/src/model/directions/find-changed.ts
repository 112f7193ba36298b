import { type Application, forEachApplied } from "../applied-parts.ts";
import type { Schema } from "../model.ts";
import {
  describesKeptOut,
  isKeptOut,
  keptOutNames,
  requiredInPlace,
  requiredNames,
} from "./kept-out.ts";
import type { VariantOptions } from "./variants.ts";

/** The schemas that reach something that differs in a direction. */
export function findChanged(options: VariantOptions): ReadonlySet<Schema> {
  const { schemas, direction, hasDefaults } = options;
  const word = direction === "request" ? "readOnly" : "writeOnly";
  const marked = [...schemas].filter((schema) => schema[word] === true);
  // Most documents mark nothing in one direction at least, and a look at each schema is cheaper than all that follows.
  if (!hasDefaults && marked.length === 0) {
    return new Set();
  }
  const links = linksOf(schemas);
  const keptOut = closure(marked, [links.always]);
  const describing = [...keptOut].flatMap((schema) => links.part.get(schema) ?? []);
  // Only what describes what is kept out, itself or by what applies to the same value, can differ by that.
  const mayDiffer = closure(
    describing.filter((schema) => describesKeptOut(schema, direction)),
    [links.always, links.sometimes],
  );
  const changed = [...schemas].filter(
    (schema) =>
      (hasDefaults && hasOptionalDefault(schema)) ||
      (mayDiffer.has(schema) && differs(schema, options)),
  );
  return closure(changed, [links.always, links.sometimes, links.part]);
}

/** Some schemas with all that lead to them. */
function closure(start: Iterable<Schema>, links: readonly Links[Application][]): Set<Schema> {
  const found = new Set(start);
  // A set is walked in the order in which it grows.
  for (const schema of found) {
    for (const link of links) {
      for (const parent of link.get(schema) ?? []) {
        found.add(parent);
      }
    }
  }
  return found;
}

type Links = Readonly<Record<Application, ReadonlyMap<Schema, readonly Schema[]>>>;

/** The schemas that ask for a schema, by how they do. Both directions need them. */
function linksOf(schemas: ReadonlySet<Schema>): Links {
  const links = known.get(schemas) ?? findLinks(schemas);
  known.set(schemas, links);
  return links;
}

const known = new WeakMap<ReadonlySet<Schema>, Links>();

function findLinks(schemas: Iterable<Schema>): Links {
  const links = {
    always: new Map<Schema, Schema[]>(),
    sometimes: new Map<Schema, Schema[]>(),
    part: new Map<Schema, Schema[]>(),
  };
  for (const schema of schemas) {
    forEachApplied(schema, (part, application) => {
      const parents = links[application].get(part);
      if (parents === undefined) {
        links[application].set(part, [schema]);
      } else {
        parents.push(schema);
      }
    });
  }
  return links;
}
function differs(schema: Schema, { direction, keptOut }: VariantOptions): boolean {
  if (keptOut !== "optional") {
    return describesKeptOut(schema, direction);
  }
  if (!isComposed(schema)) {
    return requiredNames(schema).some((name) => {
      const property = schema.properties?.get(name);
      return property !== undefined && isKeptOut(property, direction);
    });
  }
  const { ever } = keptOutNames(schema, direction);
  return ever.size > 0 && [...requiredInPlace(schema)].some((name) => ever.has(name));
}

/** Whether other schemas apply to the same value. Most have none, and are looked at by themselves. */
function isComposed(schema: Schema): boolean {
  const { ref, allOf, anyOf, oneOf, then: whenTrue, else: whenFalse, dependentSchemas } = schema;
  return [ref, allOf, anyOf, oneOf, whenTrue, whenFalse, dependentSchemas].some(
    (each) => each !== undefined,
  );
}

function hasOptionalDefault({ properties, required = [] }: Schema): boolean {
  return [...(properties ?? [])].some(
    ([name, property]) => property.default !== undefined && !required.includes(name),
  );
}
