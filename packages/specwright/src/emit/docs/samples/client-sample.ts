import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import type { MediaType, Model, Schema } from "../../../document/model/model.ts";
import { isObject } from "../../../json-object.ts";
import { findDocumentBaseUrl } from "../../client/index-files.ts";
import { findIdempotencyKey } from "../../client/input-layout.ts";
import type { ClientOperationPlan } from "../../client/plan.ts";
import { collectProperties } from "../../shared/bodies/map-properties.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { listMultipartParts } from "../../shared/bodies/multipart-parts.ts";
import { describeStreamItem, findStreamFormat } from "../../shared/bodies/stream-item.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { sampleAuth } from "../../shared/samples/sample-auth.ts";
import type { ValuePlan } from "../../shared/values/plan-values.ts";
import { convertSample } from "./convert-sample.ts";
import { Code, printCode } from "./print-code.ts";
import { type BodySample, chooseRequestSample } from "./request-sample.ts";

/**
 * The call of an operation with the generated client, as a TypeScript module that can be copied.
 *
 * @param values what the client converts
 */
export function printClientSample(
  model: Model,
  plan: ClientOperationPlan,
  from: string,
  values?: ValuePlan,
): string {
  const auth = sampleAuth(model, plan.operation);
  const options = {
    baseUrl: new Code(findDocumentBaseUrl(model) ?? '"http://localhost:3000"'),
    ...(Object.keys(auth).length > 0 && { auth }),
  };
  const input = buildSampleInput(plan, values);
  const name = plan.listed;
  const answer = name === "answer" ? "result" : "answer";
  const transport = name === "transport" ? "connection" : "transport";
  const call = `const ${answer} = await ${name}(${transport}`;
  const opening = `const ${transport} = createTransport(`;
  const last = input === undefined ? "" : `, ${printCode(input, "", call.length + 2)}`;
  const printed = `${call}${last});`;
  return [
    ...(values !== undefined && printed.includes("Temporal.")
      ? [`import { Temporal } from ${escapeString(values.temporal)};`]
      : []),
    `import { createTransport, ${name} } from ${escapeString(from)};`,
    "",
    `${opening}${printCode(options, "", opening.length)});`,
    printed,
  ].join("\n");
}

/** The input: the parameters in their places, and the body. Undefined when the operation needs no input. */
function buildSampleInput(
  { operation, parameters }: ClientOperationPlan,
  values: ValuePlan | undefined,
): object | undefined {
  const sample = chooseRequestSample(operation);
  const key = findIdempotencyKey(parameters);
  const input: Record<string, unknown> = {};
  for (const { parameter, grouped } of parameters) {
    const chosen = sample.parameters.find((other) => other.parameter === parameter);
    if (chosen !== undefined && parameter !== key) {
      const value = convertSample(chosen.value, parameter.schema, values);
      if (grouped) {
        const group = Object.hasOwn(input, parameter.in) ? input[parameter.in] : {};
        // This loop made the group, here or in an earlier iteration.
        input[parameter.in] = { ...(group as object), [parameter.name]: value };
      } else {
        input[parameter.name] = value;
      }
    }
  }
  if (sample.body !== undefined) {
    const { mediaType } = sample.body;
    const schema = isStream(mediaType) ? describeStreamItem(mediaType).schema : mediaType.schema;
    const body = buildSampleBody(sample.body);
    input.body =
      isStream(mediaType) && Array.isArray(body)
        ? body.map((item) => convertSample(item, schema, values))
        : convertSample(body, schema, values);
  }
  return Object.keys(input).length === 0 ? undefined : input;
}

function isStream({ mediaType }: MediaType): boolean {
  return findStreamFormat(mediaType) !== undefined;
}

function buildSampleBody({ mediaType, value }: BodySample): unknown {
  const file = new Code("new Blob([])");
  if (isStream(mediaType)) {
    return Array.isArray(value) ? value : value === undefined ? [] : [value];
  }
  switch (classifyMediaType(mediaType.mediaType)) {
    case "multipart":
      return { ...(isObject(value) ? value : {}), ...buildSampleFiles(mediaType, file) };
    case "binary":
      return file;
    case "text":
      return typeof value === "string" ? value : "";
    case "form":
      return isObject(value) ? value : {};
    case "json":
      return withDefaults(value === undefined ? {} : value, mediaType.schema);
  }
}

/**
 * A value with the defaults that it leaves out. In the generated types, as in those of openapi-typescript, a property
 * with a default is always present.
 */
function withDefaults(value: unknown, schema: Schema | undefined): unknown {
  if (schema === undefined || !isObject(value)) {
    return value;
  }
  const added = new Map<string, unknown>(Object.entries(value));
  for (const [name, schemas] of collectProperties(schema)) {
    const [first] = schemas;
    const box = schemas
      .map((each) => each.default ?? followSchemaReferences(each)?.default)
      .find(Boolean);
    if (name !== undefined && added.has(name)) {
      added.set(name, withDefaults(added.get(name), first));
    } else if (name !== undefined && box !== undefined) {
      added.set(name, box.value);
    }
  }
  return Object.fromEntries(added);
}

function buildSampleFiles(mediaType: BodySample["mediaType"], file: Code): Record<string, unknown> {
  const files = (listMultipartParts(mediaType) ?? []).flatMap(({ name, isFile, isList }) =>
    isFile && name !== undefined ? [[name, isList === true ? [file] : file] as const] : [],
  );
  return Object.fromEntries(files);
}
