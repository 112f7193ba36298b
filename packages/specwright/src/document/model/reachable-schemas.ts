import { type Application, visitApplied } from "./applied-parts.ts";
import type { MediaType, Model, Parameter, PathItem, Response, Schema } from "./model.ts";

/** For each schema, the schemas that lead to it, grouped by how it applies to them (see `visitApplied`). */
export type Links = Readonly<Record<Application, ReadonlyMap<Schema, readonly Schema[]>>>;

interface Reachable {
  readonly schemas: ReadonlySet<Schema>;
  /** Collected during the same walk: a second walk would take as long as the first, and most documents need the links. */
  readonly links: Links;
}

/** Computed once for each model, because several targets need it. A model never changes. */
const known = new WeakMap<Model, Reachable>();

/** Every schema that bodies, parameters and headers of operations and of components lead to. */
export function findReachableSchemas(model: Model): ReadonlySet<Schema> {
  return collectReachable(model).schemas;
}

/** The schemas that lead to each of these schemas. */
export function findReachableLinks(model: Model): Links {
  return collectReachable(model).links;
}

function collectReachable(model: Model): Reachable {
  const found = known.get(model) ?? findReachable(model);
  known.set(model, found);
  return found;
}

function findReachable(model: Model): Reachable {
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
  const links = {
    always: new Map<Schema, Schema[]>(),
    sometimes: new Map<Schema, Schema[]>(),
    part: new Map<Schema, Schema[]>(),
  };
  // Iterating a set also visits the items that are added during the loop.
  for (const schema of found) {
    visitApplied(schema, (part, application) => {
      found.add(part);
      const parents = links[application].get(part);
      if (parents === undefined) {
        links[application].set(part, [schema]);
      } else {
        parents.push(schema);
      }
    });
  }
  return { schemas: found, links };
}

function addAll(found: Set<Schema>, ...schemas: readonly (Schema | undefined)[]): void {
  for (const schema of schemas) {
    if (schema !== undefined) {
      found.add(schema);
    }
  }
}
