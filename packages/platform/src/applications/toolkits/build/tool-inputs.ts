import type { Operation, Parameter, Schema } from "specwright";
import { readMediaEssence } from "../../../base/media-essence.ts";
import { findFileInputs } from "../files/file-inputs.ts";
import { buildFileSchema } from "../files/file-schema.ts";
import { type FlatSchema, flattenSchema } from "../strict-schema/flat-schema.ts";
import {
  describeRequiredOnly,
  memberName,
  type StrictSchema,
  toStrictSchema,
} from "../strict-schema/to-strict-schema.ts";
import type { ExecutionRules, ToolBody, ToolInput } from "../types/tool-types.ts";

/** The arguments of an operation, and the body that they form. */
export interface ToolInputs {
  readonly inputs: readonly ToolInput[];
  readonly body?: ToolBody;
  /** `input_parameters` of the tool. */
  readonly schema: StrictSchema;
}

/** Headers that cannot be parameters (OpenAPI 3.1, section 4.8.12.1). */
const ignoredHeaders: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/**
 * The arguments of a tool: its parameters, then the top-level members of its body (docs/decisions.md §7). A member
 * with the name of a parameter becomes `body_<name>`; a body that is not a plain object is the argument `body`. In
 * names that language-model vendors refuse, underscores replace the refused characters.
 *
 * @param fixedHeaders headers that the toolkit itself sends, in lower case
 * @param rules of the operation
 */
export function listToolInputs(
  operation: Operation,
  fixedHeaders: ReadonlySet<string>,
  rules: Pick<ExecutionRules, "mime">,
): ToolInputs {
  const inputs: ToolInput[] = [];
  const names = new ArgumentNames();
  const properties = new Map<string, StrictSchema>();
  const add = (input: ToolInput, description: string | undefined): void => {
    inputs.push(input);
    const strict = toStrictSchema(input.schema, "input", 2);
    const words =
      description === undefined ? {} : { description: joinDescription(description, strict) };
    properties.set(input.name, { ...strict, ...words });
  };
  operation.parameters.forEach(({ value: parameter }, index) => {
    const name = parameter.name.toLowerCase();
    const isFixed =
      parameter.in === "header" && (ignoredHeaders.has(name) || fixedHeaders.has(name));
    if (!isFixed) {
      add(buildParameterInput(parameter, index, names), parameter.description);
    }
  });
  const body = chooseBody(operation);
  if (body !== undefined) {
    for (const input of buildBodyInputs(body, names)) {
      add(
        input,
        input.target.kind === "wholeBody" ? operation.requestBody?.value.description : undefined,
      );
    }
  }
  const parts = { inputs, rules, ...(body === undefined ? {} : { body }) };
  for (const [name, kind] of findFileInputs(parts)) {
    properties.set(name, buildFileSchema(kind, properties.get(name)?.description));
  }
  const required = inputs.filter((input) => input.required).map(({ name }) => name);
  return {
    inputs,
    ...(body === undefined ? {} : { body }),
    schema: {
      type: "object",
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false,
    },
  };
}

/** Joins a parameter's own description with the notes on the strict form of its schema. */
function joinDescription(description: string, strict: StrictSchema): string {
  const { description: more } = strict;
  return typeof more !== "string" || more === description.trim()
    ? description.trim()
    : `${description.trim()} ${more}`;
}

function buildParameterInput(parameter: Parameter, index: number, names: ArgumentNames): ToolInput {
  const wish = parameter.extensions.get("x-platform-argument");
  const name = buildArgumentName(typeof wish === "string" ? wish : parameter.name);
  const fallback = parameter.required ? flattenSchema(parameter.schema).default : undefined;
  return {
    name: names.take(name, `${parameter.in}_${name}`),
    required: parameter.required && fallback === undefined,
    ...(fallback === undefined ? {} : { fallback }),
    schema: parameter.schema,
    target: { kind: "parameter", index },
  };
}

function buildBodyInputs(body: ToolBody, names: ArgumentNames): readonly ToolInput[] {
  const schema: Schema = body.schema ?? {
    location: { file: "", pointer: "" },
    boolean: true,
  };
  const flat = flattenSchema(schema);
  if (!isPlainObject(flat)) {
    const name = names.take("body", "body_body");
    return [{ name, required: body.required, schema, target: { kind: "wholeBody" } }];
  }
  const required = new Set(body.required ? flat.required : []);
  const inputs: ToolInput[] = [];
  for (const [name, member] of flat.properties ?? []) {
    const { readOnly, boolean } = flattenSchema(member);
    if (readOnly !== true && boolean !== false) {
      const plain = buildArgumentName(name);
      inputs.push({
        name: names.take(plain, `body_${plain}`),
        required: required.has(name),
        schema: member,
        target: { kind: "member", name },
      });
    }
  }
  return inputs;
}

/**
 * True when the members of an object can be arguments: it names them (or allows none), and has no alternatives with
 * other members.
 */
function isPlainObject(flat: FlatSchema): boolean {
  const isObject = flat.types === undefined || flat.types.every((type) => type === "object");
  const hasNames = (flat.properties?.size ?? 0) > 0 || flat.additionalProperties?.boolean === false;
  const alternatives = flat.unions
    .flat()
    .map((schema) => describeRequiredOnly(flattenSchema(schema)));
  return isObject && hasNames && alternatives.every((names) => names !== undefined);
}

/** Media types in order of preference: JSON first, since it carries every value, then forms, then any other. */
const preference = [/[/+]json$/, /x-www-form-urlencoded$/, /^multipart\//, /^text\//, /./];

function chooseBody(operation: Operation): ToolBody | undefined {
  // GET and HEAD bodies have no meaning (RFC 9110, section 9.3.1), and clients do not send them.
  const isRead = operation.method === "get" || operation.method === "head";
  const request = isRead ? undefined : operation.requestBody?.value;
  const media = preference
    .map((pattern) =>
      request?.content.find((content) => pattern.test(readMediaEssence(content.mediaType))),
    )
    .find((content) => content !== undefined);
  return request === undefined || media === undefined
    ? undefined
    : {
        mediaType: media,
        required: request.required,
        ...(media.schema === undefined ? {} : { schema: media.schema }),
      };
}

/** A name with only the characters that vendors accept. */
function buildArgumentName(name: string): string {
  if (memberName.test(name)) {
    return name;
  }
  const plain = name.replace(/[^A-Za-z0-9_.-]+/g, "_").replace(/^_+|_+$/g, "");
  return plain.slice(0, 64) || "argument";
}

/** Gives each argument a name of its own. */
class ArgumentNames {
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** Returns `name`, or `longer` when that is taken, or `longer` with a number. */
  take(name: string, longer: string): string {
    const free = [name, longer.slice(0, 64)].find((each) => !this.#taken.has(each));
    const taken = free ?? this.#takeNumbered(longer.slice(0, 60));
    this.#taken.add(taken);
    return taken;
  }

  /** Counting continues where it stopped, because a document may have 100,000 names that are cut to the same text. */
  #takeNumbered(stem: string): string {
    for (let count = this.#counts.get(stem) ?? 2; ; count += 1) {
      const numbered = `${stem}_${count}`;
      if (!this.#taken.has(numbered)) {
        this.#counts.set(stem, count + 1);
        return numbered;
      }
    }
  }
}
