import { forEachApplied } from "./applied-parts.ts";
import type { MediaType, Model, Parameter, PathItem, Response, Schema } from "./model.ts";

/** Found once a model, which never changes: several targets ask. */
const known = new WeakMap<Model, ReadonlySet<Schema>>();

/** Every schema that bodies, parameters and headers of operations and of components lead to. */
export function reachableSchemas(model: Model): ReadonlySet<Schema> {
  const schemas = known.get(model) ?? findReachable(model);
  known.set(model, schemas);
  return schemas;
}

function findReachable(model: Model): ReadonlySet<Schema> {
  const found = new Set<Schema>();
  const addContent = (content: readonly MediaType[] = []): void => {
    for (const { schema, itemSchema } of content) {
      addAll(found, schema, itemSchema);
    }
  };
  const addParameter = ({ schema, content }: Parameter): void => {
    found.add(schema);
    addContent(content);
  };
  const addResponse = ({ content, headers }: Response): void => {
    addContent(content);
    addAll(found, ...[...headers.values()].map(({ value }) => value.schema));
  };
  const addItem = ({ operations, parameters }: PathItem): void => {
    parameters.map(({ value }) => value).forEach(addParameter);
    for (const operation of operations) {
      operation.parameters.map(({ value }) => value).forEach(addParameter);
      addContent(operation.requestBody?.value.content);
      [...operation.responses.values()].map(({ value }) => value).forEach(addResponse);
      operation.callbacks.flatMap(({ pathItems }) => pathItems).forEach(addItem);
    }
  };
  [...model.paths, ...model.webhooks].forEach(addItem);
  const { responses, parameters, requestBodies, headers, pathItems } = model.components;
  [...responses.values()].forEach(addResponse);
  [...parameters.values()].forEach(addParameter);
  [...requestBodies.values()].forEach(({ content }) => {
    addContent(content);
  });
  addAll(found, ...[...headers.values()].map(({ schema }) => schema));
  [...pathItems.values()].forEach(addItem);
  // A set is walked in the order in which it grows.
  for (const schema of found) {
    forEachApplied(schema, (part) => {
      found.add(part);
    });
  }
  return found;
}

function addAll(found: Set<Schema>, ...schemas: readonly (Schema | undefined)[]): void {
  for (const schema of schemas) {
    if (schema !== undefined) {
      found.add(schema);
    }
  }
}
