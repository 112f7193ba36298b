import type {
  Components,
  Direction,
  Model,
  Operation,
  Parameter,
  PathItem,
  Schema,
  Use,
} from "../model.ts";
import { findReachableLinks, findReachableSchemas } from "../reachable-schemas.ts";
import {
  hasSameItems,
  mapValues,
  type Split,
  type SplitPart,
  splitHeader,
  splitParameter,
  splitRequestBody,
  splitResponse,
  splitUse,
  varyOnce,
} from "./split-parts.ts";
import type { KeptOutProperty, NamedVariant, Variants } from "./variants.ts";
import { createVariants } from "./vary-schema.ts";

/** The purpose of the variants. */
export type SplitOptions = (
  | {
      /** The variants become components of their own, without the properties that are kept out. */
      readonly for: "types";
      /** True when properties with a default are optional in requests and required elsewhere. */
      readonly hasDefaults: boolean;
    }
  | {
      /** The variants do not become components. Validators of responses refuse `writeOnly` properties. */
      readonly for: "validation";
      /** `accept` to let requests have `readOnly` properties. */
      readonly readOnly: "accept" | "refuse";
    }
) & {
  /**
   * The places of enums that answers may extend (`findOpenEnums`). Types print the whole schemas open, so the variants
   * for requests are closed. Validators have closed schemas, so the variants for responses are opened.
   */
  readonly openEnums?: ReadonlySet<string> | undefined;
};

/**
 * Gives requests and responses separate schemas where `readOnly` and `writeOnly` make them differ: requests lack
 * read-only properties, responses lack write-only ones. The owner of the API sends webhooks and callbacks, so their
 * requests are treated as responses. Parts that do not differ are the very same objects; when no part differs, the
 * result is the model itself. The whole schemas stay in `components`.
 */
export function splitDirections(model: Model, options: SplitOptions): Model {
  const schemas = findReachableSchemas(model);
  const hasDefaults = options.for === "types" && options.hasDefaults;
  const hasOpenEnums = (options.openEnums?.size ?? 0) > 0;
  if (!hasDefaults && !hasOpenEnums && ![...schemas].some(isMarked)) {
    return model;
  }
  const split = createSplit(model, schemas, options);
  const changed: Model = {
    ...model,
    paths: model.paths.map((item) => splitPathItem(item, "request", split)),
    webhooks: model.webhooks.map((item) => splitPathItem(item, "response", split)),
    operations: model.operations.map((operation) => splitOperation(operation, "request", split)),
  };
  if (options.for === "validation") {
    return isSame(changed, model) ? model : changed;
  }
  const components = splitComponents(model.components, split);
  const named = [...split.request.listNamed(), ...split.response.listNamed()];
  return named.length === 0 && isSame(changed, model)
    ? model
    : { ...changed, components: withNamed(components, named) };
}

function createSplit(model: Model, schemas: ReadonlySet<Schema>, options: SplitOptions): Split {
  const taken = new Set(model.components.schemas.keys());
  const become = options.for === "types" ? "closed" : "opened";
  const varied: Direction = options.for === "types" ? "request" : "response";
  const create = (direction: Direction): Variants =>
    createVariants({
      direction,
      enums: { places: (direction === varied && options.openEnums) || new Set(), become },
      keptOut: nameKeptOutProperty(direction, options),
      hasDefaults: options.for === "types" && options.hasDefaults && direction === "request",
      schemas,
      links: findReachableLinks(model),
      taken,
    });
  return {
    request: create("request"),
    response: create("response"),
    bodies: new Map(),
    operations: new Map(),
  };
}

function nameKeptOutProperty(direction: Direction, options: SplitOptions): KeptOutProperty {
  if (options.for === "types") {
    return "omitted";
  }
  return direction === "request" && options.readOnly === "accept" ? "optional" : "refused";
}

function isMarked({ readOnly, writeOnly }: Schema): boolean {
  return readOnly === true || writeOnly === true;
}

function isSame(changed: Model, { operations, webhooks }: Model): boolean {
  return (
    changed.operations.every((operation, index) => operation === operations[index]) &&
    changed.webhooks.every((item, index) => item === webhooks[index])
  );
}

/** @param sent the direction of the operation's request */
function splitPathItem(item: PathItem, sent: Direction, split: Split): PathItem {
  const operations = item.operations.map((operation) => splitOperation(operation, sent, split));
  const parameters = item.parameters.map((use) =>
    splitUse(use, sent, "request", splitParameter, split),
  );
  return hasSameItems(operations, item.operations) && hasSameItems(parameters, item.parameters)
    ? item
    : { ...item, operations, parameters };
}

function splitOperation(operation: Operation, sent: Direction, split: Split): Operation {
  const known = split.operations.get(sent) ?? new Map<Operation, Operation>();
  split.operations.set(sent, known);
  const made = known.get(operation) ?? makeOperation(operation, sent, split);
  known.set(operation, made);
  return made;
}

function makeOperation(operation: Operation, sent: Direction, split: Split): Operation {
  const answered = reverseDirection(sent);
  const { requestBody } = operation;
  const varyParameterUse = (use: Use<Parameter>): Use<Parameter> =>
    splitUse(use, sent, "request", splitParameter, split);
  const changes = {
    parameters: operation.parameters.map(varyParameterUse),
    ownParameters: operation.ownParameters.map(varyParameterUse),
    responses: mapValues(operation.responses, (use) =>
      splitUse(use, answered, "response", splitResponse, split),
    ),
    callbacks: operation.callbacks.map((callback) => {
      const items = callback.pathItems.map((item) => splitPathItem(item, answered, split));
      return hasSameItems(items, callback.pathItems) ? callback : { ...callback, pathItems: items };
    }),
    ...(requestBody === undefined
      ? {}
      : { requestBody: splitUse(requestBody, sent, "request", splitRequestBody, split) }),
  };
  const isUnchanged =
    hasSameItems(changes.parameters, operation.parameters) &&
    hasSameItems(changes.ownParameters, operation.ownParameters) &&
    hasSameItems([...changes.responses.values()], [...operation.responses.values()]) &&
    hasSameItems(changes.callbacks, operation.callbacks) &&
    changes.requestBody === requestBody;
  return isUnchanged ? operation : { ...operation, ...changes };
}

function reverseDirection(direction: Direction): Direction {
  return direction === "request" ? "response" : "request";
}

function splitComponents(components: Components, split: Split): Components {
  const varyEach = <T extends object>(
    map: ReadonlyMap<string, T>,
    direction: Direction,
    part: SplitPart<T>,
  ): ReadonlyMap<string, T> => mapValues(map, (value) => varyOnce(value, direction, part, split));
  return {
    ...components,
    responses: varyEach(components.responses, "response", splitResponse),
    parameters: varyEach(components.parameters, "request", splitParameter),
    requestBodies: varyEach(components.requestBodies, "request", splitRequestBody),
    headers: varyEach(components.headers, "response", splitHeader),
    pathItems: mapValues(components.pathItems, (item) => splitPathItem(item, "request", split)),
  };
}

/** Inserts each variant after its whole schema. Variants of schemas that are not components come last. */
function withNamed(components: Components, named: readonly NamedVariant[]): Components {
  const schemas = new Map<string, Schema>();
  const variants = new Map<Schema, NamedVariant[]>();
  for (const variant of named) {
    variants.set(variant.whole, [...(variants.get(variant.whole) ?? []), variant]);
  }
  for (const [name, schema] of components.schemas) {
    schemas.set(name, schema);
    for (const variant of variants.get(schema) ?? []) {
      schemas.set(variant.name, variant.schema);
    }
  }
  for (const { name, schema } of named) {
    schemas.set(name, schema);
  }
  return { ...components, schemas };
}
