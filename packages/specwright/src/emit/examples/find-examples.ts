import type {
  Direction,
  Header,
  MediaType,
  Model,
  Operation,
  Parameter,
  PathItem,
  RequestBody,
  Response,
  Schema,
} from "../../document/model/model.ts";
import { findReachableSchemas } from "../../document/model/reachable-schemas.ts";
import { escapeSegment } from "../../text/pointer.ts";
import { classifyMediaType } from "../shared/bodies/media-kind.ts";

/** A value in the document, with the schema that it has to fit. */
export interface Example {
  readonly kind: "example" | "default";
  readonly value: unknown;
  readonly schema: Schema;
  /** Undefined when the value may be sent in both directions. */
  readonly direction: Direction | undefined;
  readonly file: string;
  readonly pointer: string;
}

/** The examples of bodies, parameters and headers, each once, and the examples and defaults of every schema. */
export function findExamples(model: Model): readonly Example[] {
  const found: Example[] = [];
  const seen = new Set<object>();
  const addHeaders = (headers: Headers, direction: Direction): void => {
    for (const { value } of headers.values()) {
      addField(value, direction);
    }
  };
  const addContent = (owner: RequestBody | Response | undefined, direction: Direction): void => {
    if (owner !== undefined && !seen.has(owner)) {
      seen.add(owner);
      for (const mediaType of owner.content) {
        for (const { headers } of mediaType.encoding.values()) {
          addHeaders(headers, direction);
        }
      }
      found.push(...owner.content.flatMap((content) => listMediaTypeExamples(content, direction)));
    }
  };
  const addField = (field: Parameter | Header, direction: Direction): void => {
    if (!seen.has(field)) {
      seen.add(field);
      found.push(...listFieldExamples(field, direction));
    }
  };
  const addOperation = ({ parameters, requestBody, responses, callbacks }: Operation): void => {
    for (const { value } of parameters) {
      addField(value, "request");
    }
    addContent(requestBody?.value, "request");
    for (const { value } of responses.values()) {
      addHeaders(value.headers, "response");
      addContent(value, "response");
    }
    callbacks.flatMap(({ pathItems }) => pathItems).forEach(addItem);
  };
  const addItem = ({ operations, parameters }: PathItem): void => {
    for (const { value } of parameters) {
      addField(value, "request");
    }
    operations.forEach(addOperation);
  };
  [...model.paths, ...model.webhooks].forEach(addItem);
  const reachable = findReachableSchemas(model);
  const unused = [...model.components.schemas.values()].filter((schema) => !reachable.has(schema));
  for (const schemas of [reachable, unused]) {
    for (const schema of schemas) {
      // Most schemas have neither, and a large document has many schemas.
      if (schema.examples !== undefined || schema.default !== undefined) {
        found.push(...listSchemaExamples(schema));
      }
    }
  }
  return found;
}

/** The examples of media types whose examples are values. Examples of other media types are the text that is sent. */
function listMediaTypeExamples(
  { mediaType, schema, examples }: MediaType,
  direction: Direction,
): Example[] {
  const kind = classifyMediaType(mediaType);
  if (schema === undefined || examples.size === 0 || kind === "text" || kind === "binary") {
    return [];
  }
  return listNamedExamples(examples, schema, direction, getParentPointer(schema.location.pointer));
}

/** The examples of a parameter or a header. When it has a media type, only the examples of the media type are values. */
function listFieldExamples(
  { schema, content, examples, location }: Parameter | Header,
  direction: Direction,
): Example[] {
  return content === undefined
    ? listNamedExamples(examples, schema, direction, location.pointer)
    : content.flatMap((mediaType) => listMediaTypeExamples(mediaType, direction));
}

type Headers = Response["headers"];

function listNamedExamples(
  examples: ReadonlyMap<string, unknown>,
  schema: Schema,
  direction: Direction,
  owner: string,
): Example[] {
  return [...examples].map(([name, value]) => ({
    kind: "example",
    value,
    schema,
    direction,
    file: schema.location.file,
    // A single one is called so.
    pointer:
      name === "default" ? `${owner}/example` : `${owner}/examples/${escapeSegment(name)}/value`,
  }));
}

function listSchemaExamples(schema: Schema): Example[] {
  const { file, pointer } = schema.location;
  const shared = { schema, direction: undefined, file };
  const values = schema.examples ?? [];
  return [
    ...values.map((value, index) => ({
      ...shared,
      kind: "example" as const,
      value,
      pointer: values.length === 1 ? `${pointer}/example` : `${pointer}/examples/${index}`,
    })),
    ...(schema.default === undefined
      ? []
      : [
          {
            ...shared,
            kind: "default" as const,
            value: schema.default.value,
            pointer: `${pointer}/default`,
          },
        ]),
  ];
}

function getParentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}
