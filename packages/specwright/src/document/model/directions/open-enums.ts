import { collectAppliedInPlace, visitApplied } from "../applied-parts.ts";
import { keyLocation } from "../location.ts";
import type { MediaType, Model, PathItem, Schema } from "../model.ts";
import { findReachableSchemas } from "../reachable-schemas.ts";
import type { SchemaDraft } from "../schema-values.ts";

/**
 * The enums of a model that answers may extend, by their place: those of strings and numbers to which an answer leads.
 * A list with one value stays closed, and so does a list that decides between alternatives: with any other value, the
 * alternatives of an object could not be told apart.
 */
export function findOpenEnums(model: Model): ReadonlySet<string> {
  const received = collectReceived(model);
  const deciding = new Set<Schema>();
  for (const { anyOf = [], oneOf = [] } of findReachableSchemas(model)) {
    const alternatives = [...anyOf, ...oneOf].filter((each) => !isNull(each));
    for (const part of alternatives.length > 1 ? alternatives.flatMap(listInPlace) : []) {
      deciding.add(part);
      for (const each of [...(part.properties?.values() ?? [])].flatMap(listInPlace)) {
        deciding.add(each);
      }
    }
  }
  const open = [...received].filter((schema) => isExtensible(schema) && !deciding.has(schema));
  return new Set(open.map(({ location }) => keyLocation(location)));
}

function isNull({ types }: Schema): boolean {
  return types?.length === 1 && types[0] === "null";
}

function listInPlace(schema: Schema): readonly Schema[] {
  return [...collectAppliedInPlace(schema, true)];
}

function isExtensible({ enum: values = [] }: Schema): boolean {
  const words = values.filter((value) => value !== null);
  return words.length > 1 && words.every(isWord);
}

/** Returns whether a value of an enum can be a name of its own, as strings and numbers can. */
export function isWord(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Removes the list from an enum, so that any value of the types of its members fits. */
export function openEnum(draft: SchemaDraft): void {
  const { enum: values = [] } = draft;
  draft.types ??= [
    ...(values.some((value) => typeof value === "string") ? (["string"] as const) : []),
    ...(values.some((value) => typeof value === "number") ? (["number"] as const) : []),
    ...(values.includes(null) ? (["null"] as const) : []),
  ];
  delete draft.enum;
  delete draft.isNullAdded;
}

/** The schemas of answers, and of the requests that the owner of the API sends. */
function collectReceived(model: Model): ReadonlySet<Schema> {
  const found = new Set<Schema>();
  const addContent = (content: readonly MediaType[] = []): void => {
    for (const { schema, itemSchema } of content) {
      for (const each of [schema, itemSchema]) {
        if (each !== undefined) {
          found.add(each);
        }
      }
    }
  };
  const addItem = (item: PathItem, isSentByOwner: boolean): void => {
    for (const { requestBody, parameters, responses, callbacks } of item.operations) {
      if (isSentByOwner) {
        addContent(requestBody?.value.content);
        parameters.forEach(({ value }) => {
          found.add(value.schema);
        });
      } else {
        for (const { value } of responses.values()) {
          addContent(value.content);
          [...value.headers.values()].forEach((header) => {
            found.add(header.value.schema);
          });
        }
      }
      callbacks
        .flatMap(({ pathItems }) => pathItems)
        .forEach((each) => {
          addItem(each, true);
        });
    }
  };
  model.paths.forEach((item) => {
    addItem(item, false);
  });
  model.webhooks.forEach((item) => {
    addItem(item, true);
  });
  // Iterating a set also visits the items that are added during the loop.
  for (const schema of found) {
    visitApplied(schema, (part) => {
      found.add(part);
    });
  }
  return found;
}
