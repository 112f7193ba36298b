import type {
  Components,
  Header,
  Parameter,
  PathItem,
  RequestBody,
  Response,
  Schema,
} from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { buildOnce, followReferences } from "../context/build-reference.ts";
import type { Raw } from "../context/raw.ts";
import { listMemberEntries } from "../context/raw.ts";
import { buildRequestBody, buildResponse } from "../operations/build-body.ts";
import type { OperationDefaults } from "../operations/build-operation.ts";
import { buildHeader, buildParameter } from "../operations/build-parameter.ts";
import { buildPathItem } from "../operations/build-path-item.ts";
import { buildSchema } from "../schemas/build-schema.ts";
import { type ComponentKind, componentKinds } from "./component-names.ts";

/**
 * Makes the components of the root document, and the parts of other files that references lead to. Building a component
 * may lead to further parts, so this repeats until it finds no new ones.
 */
export function buildComponents(
  pathItems: ReadonlyMap<string, PathItem>,
  securitySchemes: Components["securitySchemes"],
  context: BuildContext,
): Components {
  const responses = new Map<string, Response>();
  const parameters = new Map<string, Parameter>();
  const requestBodies = new Map<string, RequestBody>();
  const headers = new Map<string, Header>();
  const schemas = new Map<string, Schema>();
  let size = -1;
  while (size !== countPending(context)) {
    size = countPending(context);
    buildGroup("schemas", schemas, context, buildComponentSchema);
    buildGroup("responses", responses, context, buildResponse);
    buildGroup("parameters", parameters, context, buildParameter);
    buildGroup("requestBodies", requestBodies, context, buildRequestBody);
    buildGroup("headers", headers, context, buildHeader);
    for (let target = context.pending.pop(); target !== undefined; target = context.pending.pop()) {
      buildSchema(target, context);
    }
  }
  return { schemas, responses, parameters, requestBodies, headers, securitySchemes, pathItems };
}

/** Makes the path items of `components`. */
export function buildPathItems(
  raw: Raw | undefined,
  defaults: OperationDefaults,
  context: BuildContext,
): ReadonlyMap<string, PathItem> {
  const items = new Map<string, PathItem>();
  for (const [name, value] of listMemberEntries(raw)) {
    const item = buildPathItem(value, name, defaults, context);
    if (item !== undefined) {
      items.set(name, item);
    }
  }
  return items;
}

function countPending({ names, pending }: BuildContext): number {
  return componentKinds.reduce((count, kind) => count + names.all(kind).size, pending.length);
}

function buildGroup<T>(
  kind: ComponentKind,
  built: Map<string, T>,
  context: BuildContext,
  build: (raw: Raw, context: BuildContext, name: string) => T | undefined,
): void {
  for (const [name, raw] of context.names.all(kind)) {
    if (!built.has(name)) {
      const target = kind === "schemas" ? raw : followReferences(raw, context);
      const value =
        target === undefined
          ? undefined
          : buildPart(kind, target, context, () => build(target, context, name));
      if (value !== undefined) {
        built.set(name, value);
      }
    }
  }
}

/** Schemas are kept by themselves. */
function buildPart<T>(
  kind: ComponentKind,
  raw: Raw,
  context: BuildContext,
  build: () => T | undefined,
): T | undefined {
  return kind === "schemas" ? build() : buildOnce(kind, raw, context, build);
}

/**
 * Builds a component. When it only points to a part of another file and that part has this component's name, the part
 * itself is the component.
 */
function buildComponentSchema(raw: Raw, context: BuildContext, name: string): Schema {
  let schema = buildSchema(raw, context);
  const seen = new Set<Schema>();
  // In a chain of references through several files, several links may have this name. The end of the chain keeps it.
  while (schema.ref?.name === name && !seen.has(schema)) {
    seen.add(schema);
    schema = schema.ref.target;
  }
  return seen.has(schema) ? buildSchema(raw, context) : schema;
}
