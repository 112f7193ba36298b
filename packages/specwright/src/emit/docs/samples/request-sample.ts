import type { MediaType, Model, Operation, Parameter } from "../../../document/model/model.ts";
import { fillServerAddress } from "../../../document/model/server-address.ts";
import { putPreferredFirst } from "../../client/source/operation-source.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { sampleSchema } from "../../shared/samples/sample-schema.ts";
import { sampleValue } from "../../shared/samples/sample-value.ts";

/** The request that a sample of an operation sends. */
export interface RequestSample {
  /** The required parameters, each with a value. The value is null when none is known. */
  readonly parameters: readonly { readonly parameter: Parameter; readonly value: unknown }[];
  readonly body?: BodySample;
}

/** A body of the media type that the client prefers. */
export interface BodySample {
  readonly mediaType: MediaType;
  /** The document's example, otherwise a value that the schema allows. Undefined when neither is available. */
  readonly value: unknown;
}

/** Chooses the values of samples: the document's examples, or values that schemas clearly allow. */
export function chooseRequestSample({ parameters, requestBody }: Operation): RequestSample {
  const required = parameters.map(({ value }) => value).filter((parameter) => parameter.required);
  const [mediaType] = putPreferredFirst(requestBody?.value.content ?? []);
  return {
    parameters: required.map((parameter) => ({
      parameter,
      value: chooseParameterValue(parameter),
    })),
    ...(mediaType !== undefined && { body: { mediaType, value: chooseBodyExample(mediaType) } }),
  };
}

/**
 * The first example of a body, otherwise a value that its schema allows. Text bodies, such as XML, are not made from a
 * schema. Their example is shown only when it is text: any other example is the value, not the body that is sent.
 */
export function chooseBodyExample(
  { mediaType, examples, schema }: MediaType,
  leaveOut: "readOnly" | "writeOnly" = "readOnly",
): unknown {
  const [first] = examples.values();
  const kind = classifyMediaType(mediaType);
  if (kind === "text" || kind === "binary") {
    return typeof first === "string" ? first : undefined;
  }
  return first ?? (schema === undefined ? undefined : sampleSchema(schema, leaveOut));
}

/** The address to which an operation is sent. Empty when the document has none. */
export function buildSampleAddress({ servers: [server] }: Model, operation: Operation): string {
  return operation.server ?? (server === undefined ? "" : fillServerAddress(server));
}

function chooseParameterValue(parameter: Parameter): unknown {
  const [first] = parameter.content?.[0]?.examples.values() ?? [];
  return (
    parameter.example ??
    first ??
    sampleValue(parameter) ??
    sampleSchema(parameter.schema) ??
    // Without a type any string will do.
    parameter.name
  );
}
