import { emptyEnvironment } from "../../../document/model/facts/dynamic-scope/environment.ts";
import { isPlainReference } from "../../../document/model/facts/keywords.ts";
import type {
  Header,
  MediaType,
  Operation,
  ParameterLocation,
  Schema,
  Use,
} from "../../../document/model/model.ts";
import { collectSharedHeaders } from "../../shared/bodies/documented-headers.ts";
import { dropFileParts, listMultipartParts } from "../../shared/bodies/multipart-parts.ts";
import type { IsRequiredHeader } from "../../shared/bodies/required-headers.ts";
import { describeStreamItem, findStreamFormat } from "../../shared/bodies/stream-item.ts";
import type { Definition, Definitions } from "./definitions.ts";

/** A schema of an operation: a component, its own schema, or any value. */
export type OperationSchema = (
  | { readonly kind: "component" | "own"; readonly definition: Definition }
  | { readonly kind: "anything" }
) &
  Pick<MediaType, "written">;

/** The schemas of a body, by media type as written. */
export type BodySchemas = ReadonlyMap<string, OperationSchema>;

/** The schemas of an operation. */
export interface OperationSchemas {
  readonly operation: Operation;
  readonly parameters: ReadonlyMap<ParameterLocation, OperationSchema>;
  readonly requestBody?: BodySchemas;
  /** By status. */
  readonly responses: ReadonlyMap<string, BodySchemas>;
  /**
   * The schemas of the documented headers by status. The only key is `default` if all statuses have the same headers.
   * Empty when the operation has none.
   */
  readonly responseHeaders: BodySchemas;
  /** The schemas of the documented headers of multipart parts, by the media type of the body. Empty when no part has headers. */
  readonly partHeaders: BodySchemas;
}

const locations: readonly ParameterLocation[] = [
  "path",
  "query",
  "header",
  "cookie",
  "querystring",
];

/** The schemas that an operation contains, collected before other operations are known. */
export interface OperationSource {
  readonly operation: Operation;
  /** For each location, an object schema of the decoded values by parameter name. */
  readonly parameters: ReadonlyMap<ParameterLocation, Schema>;
  /** The schemas that bodies are validated against. */
  readonly bodies: ReadonlyMap<MediaType, Schema>;
  /** One object a status, of documented headers. */
  readonly responseHeaders: ReadonlyMap<string, Schema>;
  /** For each media type, an object schema with the documented headers by part. */
  readonly partHeaders: ReadonlyMap<string, Schema>;
}

/** Gathers the schemas that operations contain. */
export function gatherOperation(
  operation: Operation,
  isRequired: IsRequiredHeader,
): OperationSource {
  const bodies = [operation.requestBody, ...operation.responses.values()];
  return {
    operation,
    parameters: new Map(
      locations.flatMap((location) => {
        const schema = buildParametersSchema(operation, location);
        return schema === undefined ? [] : [[location, schema] as const];
      }),
    ),
    bodies: new Map(
      bodies
        .flatMap((body) => body?.value.content ?? [])
        .flatMap((mediaType) => {
          const schema = findCheckedSchema(mediaType);
          return schema === undefined ? [] : [[mediaType, schema] as const];
        }),
    ),
    responseHeaders: collectResponseHeaders(operation, isRequired),
    partHeaders: collectPartHeaders(operation),
  };
}

/** By status only if the statuses have different schemas. */
function collectResponseHeaders(
  operation: Operation,
  isRequired: IsRequiredHeader,
): ReadonlyMap<string, Schema> {
  const buildHeadersSchema = (
    headers: ReadonlyMap<string, Use<Header>>,
    required = isRequired,
  ): Schema => buildHeaderObject(headers, operation, required);
  const statuses = findStatusesWithRequired(operation, isRequired);
  const shared = collectSharedHeaders(operation);
  const isExact = [...statuses].every((status) => /^\d+$/.test(status));
  const isEverywhere = statuses.size === operation.responses.size;
  if (shared === undefined || !(isExact || isEverywhere)) {
    // A status without headers does not inherit those of its range or of the default.
    return new Map(
      [...operation.responses].map(([status, { value }]) => [
        status,
        buildHeadersSchema(value.headers),
      ]),
    );
  }
  if (shared.length === 0) {
    return new Map();
  }
  const headers = new Map(shared.map(({ name, header }) => [name, { value: header }]));
  const all: [string, Schema] = ["default", buildHeadersSchema(headers, () => false)];
  const own = [...statuses].map((status): [string, Schema] => [
    status,
    buildHeadersSchema(operation.responses.get(status)?.value.headers ?? new Map()),
  ]);
  return new Map(isEverywhere ? own : [all, ...own]);
}

/** The statuses for which handlers have to set a header. */
function findStatusesWithRequired(
  { responses }: Operation,
  isRequired: IsRequiredHeader,
): ReadonlySet<string> {
  const found = [...responses].filter(([, { value }]) =>
    [...value.headers].some(([name, { value: header }]) => isRequired(name, header)),
  );
  return new Set(found.map(([status]) => status));
}

function buildHeaderObject(
  headers: ReadonlyMap<string, Use<Header>>,
  { location }: Operation,
  isRequired: IsRequiredHeader,
): Schema {
  const entries = [...headers];
  const required = entries.filter(([name, { value }]) => isRequired(name, value));
  return {
    location: { file: location.file, pointer: `/headers/${[...headers.keys()].join("_")}` },
    types: ["object"],
    properties: new Map(entries.map(([name, { value }]) => [name, value.schema])),
    required: required.map(([name]) => name),
  };
}

function collectPartHeaders(operation: Operation): ReadonlyMap<string, Schema> {
  const { content = [] } = operation.requestBody?.value ?? {};
  return new Map(
    content.flatMap((mediaType) => {
      const parts = (listMultipartParts(mediaType) ?? []).flatMap(({ name, isList, encoding }) => {
        if (name === undefined || encoding === undefined || encoding.headers.size === 0) {
          return [];
        }
        const one = buildHeaderObject(encoding.headers, operation, (_, { required }) => required);
        const { location } = one;
        return [
          [name, isList === true ? { location, types: ["array" as const], items: one } : one],
        ] as const;
      });
      const { file } = operation.location;
      const pointer = `/parts/${parts.map(([name]) => name).join("_")}`;
      const whole: Schema = {
        location: { file, pointer },
        types: ["object"],
        properties: new Map<string, Schema>(parts),
      };
      return parts.length === 0 ? [] : [[mediaType.mediaType, whole] as const];
    }),
  );
}

/** Finds the schemas of operations. Schemas that are written in place become definitions. */
export function collectOperations(
  sources: readonly OperationSource[],
  definitions: Definitions,
): OperationSchemas[] {
  return sources.map(({ operation, parameters, bodies, responseHeaders, partHeaders }) => {
    const define = (schema: Schema | undefined, ...words: readonly string[]): OperationSchema =>
      collect(schema, [operation.name, ...words].join(" "), definitions);
    const gatherBody = (content: readonly MediaType[], word: string): BodySchemas =>
      new Map(
        content.map((each) => [
          each.mediaType,
          {
            ...define(bodies.get(each), word, ...(content.length > 1 ? [each.mediaType] : [])),
            ...(each.written !== undefined && { written: each.written }),
          },
        ]),
      );
    const defineAll = (schemas: ReadonlyMap<string, Schema>, word: string): BodySchemas =>
      new Map([...schemas].map(([key, schema]) => [key, define(schema, word, key)]));
    const requestBody = operation.requestBody?.value;
    return {
      operation,
      parameters: new Map(
        [...parameters].map(([location, schema]) => [location, define(schema, location)]),
      ),
      ...(requestBody === undefined
        ? {}
        : { requestBody: gatherBody(requestBody.content, "body") }),
      responses: new Map(
        [...operation.responses].map(([status, { value }]) => [
          status,
          gatherBody(value.content, status),
        ]),
      ),
      responseHeaders: defineAll(responseHeaders, "headers"),
      partHeaders: defineAll(partHeaders, "part headers"),
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
  // The operation's name, which is an identifier.
  const [user = ""] = text.split(" ", 1);
  if (schema.ref !== undefined && isPlainReference(schema)) {
    return { kind: "component", definition: definitions.resolve(schema.ref, environment, user) };
  }
  const shared = definitions.share(schema, environment, user);
  return shared === undefined
    ? { kind: "own", definition: definitions.add(text, schema) }
    : { kind: "component", definition: shared };
}

/** The parameters of a location, as an object schema of decoded values by name. Undefined when the location has no parameters. */
function buildParametersSchema(
  operation: Operation,
  location: ParameterLocation,
): Schema | undefined {
  const parameters = operation.parameters
    .map(({ value }) => value)
    .filter((parameter) => parameter.in === location);
  const names = parameters.map(({ name }) => name).join("_");
  const { file } = operation.location;
  return parameters.length === 0
    ? undefined
    : {
        // When operations share the schema, its name is made from this pointer.
        location: { file, pointer: `/${location}/${names}` },
        types: ["object"],
        properties: new Map(parameters.map(({ name, schema }) => [name, schema])),
        required: parameters.filter(({ required }) => required).map(({ name }) => name),
      };
}

/**
 * The schema against which a body is validated: usually that of its media type. For a stream, the schema of each item;
 * for multipart, the schema of all parts that are not files.
 */
export function findCheckedSchema(mediaType: MediaType): Schema | undefined {
  return findStreamFormat(mediaType.mediaType) === undefined
    ? (dropFileParts(mediaType) ?? mediaType.schema)
    : describeStreamItem(mediaType).schema;
}
