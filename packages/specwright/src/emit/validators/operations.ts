import type { MediaType, Operation, ParameterLocation, Schema } from "../../model/model.ts";
import type { Definition, Definitions } from "./definitions.ts";
import { emptyEnvironment } from "./environment.ts";
import { isPlainReference } from "./keywords.ts";

/** A schema of an operation: a component, one of its own, or anything at all. */
export type OperationSchema =
  | { readonly kind: "component" | "own"; readonly definition: Definition }
  | { readonly kind: "anything" };

/** The schemas of a body by media type, as written. */
export type BodySchemas = ReadonlyMap<string, OperationSchema>;

/** The schemas of an operation. */
export interface OperationSchemas {
  readonly operation: Operation;
  readonly parameters: ReadonlyMap<ParameterLocation, OperationSchema>;
  readonly requestBody?: BodySchemas;
  /** By status. */
  readonly responses: ReadonlyMap<string, BodySchemas>;
}

const locations: readonly ParameterLocation[] = ["path", "query", "header", "cookie"];

/** The schemas that an operation writes out, before anything is known of other operations. */
export interface OperationSource {
  readonly operation: Operation;
  /** One object a location, of decoded values by parameter name. */
  readonly parameters: ReadonlyMap<ParameterLocation, Schema>;
  /** Those of bodies. */
  readonly bodies: readonly Schema[];
}

/** Gathers what operations write out. */
export function operationSource(operation: Operation): OperationSource {
  const bodies = [operation.requestBody, ...operation.responses.values()];
  return {
    operation,
    parameters: new Map(
      locations.flatMap((location) => {
        const schema = parametersSchema(operation, location);
        return schema === undefined ? [] : [[location, schema] as const];
      }),
    ),
    bodies: bodies
      .flatMap((body) => body?.value.content ?? [])
      .map(({ schema }) => schema)
      .filter((schema) => schema !== undefined),
  };
}

/** Finds the schemas of operations; those that are written in place once become definitions. */
export function collectOperations(
  sources: readonly OperationSource[],
  definitions: Definitions,
): OperationSchemas[] {
  return sources.map(({ operation, parameters }) => {
    const define = (schema: Schema | undefined, ...words: readonly string[]): OperationSchema =>
      collect(schema, [operation.name, ...words].join(" "), definitions);
    const body = (content: readonly MediaType[], word: string): BodySchemas =>
      new Map(
        content.map(({ mediaType, schema }) => [
          mediaType,
          define(schema, word, ...(content.length > 1 ? [mediaType] : [])),
        ]),
      );
    const requestBody = operation.requestBody?.value;
    return {
      operation,
      parameters: new Map(
        [...parameters].map(([location, schema]) => [location, define(schema, location)]),
      ),
      ...(requestBody === undefined ? {} : { requestBody: body(requestBody.content, "body") }),
      responses: new Map(
        [...operation.responses].map(([status, { value }]) => [
          status,
          body(value.content, status),
        ]),
      ),
    };
  });
}

function collect(
  schema: Schema | undefined,
  text: string,
  definitions: Definitions,
): OperationSchema {
  if (schema === undefined || schema.boolean === true) {
    return { kind: "anything" };
  }
  const environment = definitions.enter(emptyEnvironment, schema);
  if (schema.ref !== undefined && isPlainReference(schema)) {
    return { kind: "component", definition: definitions.resolve(schema.ref, environment) };
  }
  const shared = definitions.shared(schema, environment);
  return shared === undefined
    ? { kind: "own", definition: definitions.add(text, schema) }
    : { kind: "component", definition: shared };
}

/** The parameters of a location as an object of decoded values by name; undefined without any. */
function parametersSchema(operation: Operation, location: ParameterLocation): Schema | undefined {
  const parameters = operation.parameters
    .map(({ value }) => value)
    .filter((parameter) => parameter.in === location);
  const names = parameters.map(({ name }) => name).join("_");
  const { file } = operation.location;
  return parameters.length === 0
    ? undefined
    : {
        // Its name is made of this pointer when operations share it.
        location: { file, pointer: `/${location}/${names}` },
        types: ["object"],
        properties: new Map(parameters.map(({ name, schema }) => [name, schema])),
        required: parameters.filter(({ required }) => required).map(({ name }) => name),
      };
}
