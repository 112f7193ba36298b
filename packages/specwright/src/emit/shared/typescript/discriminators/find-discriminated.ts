import type { MediaType, Model, Operation, Schema } from "../../../../document/model/model.ts";
import { visitSubschemas } from "../../../../document/model/subschemas.ts";
import { buildSchemaPath } from "../schema/type-reference.ts";

/** A schema with a discriminator or `allOf`. */
export interface Found {
  readonly schema: Schema;
  /** Undefined at a place that references cannot name. */
  readonly path: string | undefined;
}

/** Schemas with a discriminator or `allOf`, in the document's order. */
export function findDiscriminated(model: Model): readonly Found[] {
  const found: Found[] = [];
  const visit = (schema: Schema, path?: string): void => {
    if (!isDiscriminated(schema)) {
      return;
    }
    if (schema.discriminator !== undefined || schema.allOf !== undefined) {
      found.push({ schema, path });
    }
    visitSubschemas(schema, (subschema, keyword, key) => {
      const isMember = keyword === "oneOf" || keyword === "anyOf";
      visit(subschema, isMember && path !== undefined ? `${path}/${keyword}/${key}` : undefined);
    });
  };
  for (const item of [...model.paths, ...model.webhooks]) {
    for (const operation of item.operations) {
      listDiscriminatedSchemas(operation).forEach((schema) => {
        visit(schema);
      });
    }
  }
  const { schemas, responses, parameters, requestBodies } = model.components;
  for (const [name, schema] of schemas) {
    visit(schema, buildSchemaPath(name));
  }
  for (const parameter of parameters.values()) {
    visit(parameter.schema);
  }
  for (const { content } of [...responses.values(), ...requestBodies.values()]) {
    listContentSchemas(content).forEach((schema) => {
      visit(schema);
    });
  }
  return found;
}

const known = new WeakMap<Schema, boolean>();

/** Returns whether a schema, or a schema inside it, has a discriminator or `allOf`. References are not followed. */
function isDiscriminated(schema: Schema): boolean {
  let answer = known.get(schema);
  if (answer === undefined) {
    answer = schema.discriminator !== undefined || schema.allOf !== undefined;
    visitSubschemas(schema, (part) => {
      answer = isDiscriminated(part) || answer;
    });
    known.set(schema, answer);
  }
  return answer;
}

const inline = new WeakMap<Operation, readonly Schema[]>();

/** The schemas of an operation that contain a discriminator or `allOf`. */
function listDiscriminatedSchemas(operation: Operation): readonly Schema[] {
  let schemas = inline.get(operation);
  if (schemas === undefined) {
    const found = inlineSchemas(operation).filter(isDiscriminated);
    schemas = found.length === 0 ? noSchemas : found;
    inline.set(operation, schemas);
  }
  return schemas;
}

const noSchemas: readonly Schema[] = [];

/** The schemas that an operation contains directly. Components are visited separately. */
function inlineSchemas({ parameters, requestBody, responses }: Operation): Schema[] {
  const bodies = [...responses.values(), ...(requestBody === undefined ? [] : [requestBody])];
  return [
    ...parameters.filter(({ name }) => name === undefined).map(({ value }) => value.schema),
    ...bodies
      .filter(({ name }) => name === undefined)
      .flatMap(({ value }) => listContentSchemas(value.content)),
  ];
}

function listContentSchemas(content: readonly MediaType[]): Schema[] {
  return content.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
}
