import { isObject } from "../../json-object.ts";
import { followSchemaReferences } from "../../model/behind-references.ts";
import type { Model, Schema } from "../../model/model.ts";
import { collectProperties } from "../bodies/map-properties.ts";
import { classifyMediaType } from "../bodies/media-kind.ts";
import { listMultipartParts } from "../bodies/multipart-parts.ts";
import { findStreamFormat } from "../bodies/stream-item.ts";
import { findDocumentBaseUrl } from "../client/index-files.ts";
import { findIdempotencyKey } from "../client/input-layout.ts";
import type { ClientOperationPlan } from "../client/plan.ts";
import { escapeString } from "../escape/string.ts";
import { sampleAuth } from "../samples/sample-auth.ts";
import { Code, printCode } from "./print-code.ts";
import { type BodySample, chooseRequestSample } from "./request-sample.ts";

/** The call of an operation with the generated client, as a TypeScript module that can be copied. */
export function printClientSample(model: Model, plan: ClientOperationPlan, from: string): string {
  const auth = sampleAuth(model, plan.operation);
  const options = {
    baseUrl: new Code(findDocumentBaseUrl(model) ?? '"http://localhost:3000"'),
    ...(Object.keys(auth).length > 0 && { auth }),
  };
  const input = buildSampleInput(plan);
  const name = plan.listed;
  const answer = name === "answer" ? "result" : "answer";
  const transport = name === "transport" ? "connection" : "transport";
  const call = `const ${answer} = await ${name}(${transport}`;
  const opening = `const ${transport} = createTransport(`;
  const last = input === undefined ? "" : `, ${printCode(input, "", call.length + 2)}`;
  return [
    `import { createTransport, ${name} } from ${escapeString(from)};`,
    "",
    `${opening}${printCode(options, "", opening.length)});`,
    `${call}${last});`,
  ].join("\n");
}

/** The input: the parameters in their places, and the body. Undefined when the operation needs no input. */
function buildSampleInput({ operation, parameters }: ClientOperationPlan): object | undefined {
  const sample = chooseRequestSample(operation);
  const key = findIdempotencyKey(parameters);
  const input: Record<string, unknown> = {};
  for (const { parameter, grouped } of parameters) {
    const chosen = sample.parameters.find((other) => other.parameter === parameter);
    if (chosen !== undefined && parameter !== key) {
      if (grouped) {
        const group = Object.hasOwn(input, parameter.in) ? input[parameter.in] : {};
        // This loop made the group, here or in an earlier iteration.
        input[parameter.in] = { ...(group as object), [parameter.name]: chosen.value };
      } else {
        input[parameter.name] = chosen.value;
      }
    }
  }
  if (sample.body !== undefined) {
    input.body = buildSampleBody(sample.body);
  }
  return Object.keys(input).length === 0 ? undefined : input;
}

function buildSampleBody({ mediaType, value }: BodySample): unknown {
  const file = new Code("new Blob([])");
  const stream = findStreamFormat(mediaType.mediaType);
  if (stream !== undefined) {
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
