import { followSchemaReferences } from "../../document/model/behind-references.ts";
import type { MediaType, Operation, Schema } from "../../document/model/model.ts";
import { findFirstFree } from "../../first-free.ts";
import { chooseMediaType, classifyMediaType } from "../shared/bodies/media-kind.ts";
import { readPlainObject } from "./plain-object.ts";

/** An argument of a tool. */
export interface ToolArgument {
  readonly name: string;
  /** Its place in the input of the client's operation. */
  readonly place: readonly string[];
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string | undefined;
  /** True for bytes, which models write in base64. */
  readonly isBytes: boolean;
  /** The parameter of the path that it is. */
  readonly inPath?: string;
}

/** The arguments of a tool, in the order of the document: parameters, then the body. */
export interface ToolArguments {
  readonly list: readonly ToolArgument[];
  /** True when the operation needs a body whose members are arguments. */
  readonly needsBody: boolean;
}

/** A parameter of the client, and whether its value is in a group of the input. */
export interface InputParameter {
  readonly parameter: Operation["parameters"][number]["value"];
  readonly grouped: boolean;
}

/** Headers that the client or the server of the tools sends itself. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...["accept", "content-type", "authorization", "idempotency-key"],
  ...["user-agent", "host", "connection", "content-length", "cookie"],
]);

/**
 * Lays out the arguments of an operation as one flat object. A member of the body with the name of a parameter becomes
 * `body_<name>`. A body that is not a plain object is the argument `body`.
 */
export function layOutArguments(
  operation: Operation,
  parameters: readonly InputParameter[],
): ToolArguments {
  const taken = new Set<string>();
  const list: ToolArgument[] = [];
  const add = (argument: ToolArgument, longer: string): void => {
    const wanted = taken.has(argument.name) ? toArgumentName(longer) : argument.name;
    const name = findFirstFree(wanted, (candidate) => taken.has(candidate), { separator: "_" });
    taken.add(name);
    list.push({ ...argument, name });
  };
  for (const { parameter, grouped } of parameters) {
    const { name, in: location, required, schema, description } = parameter;
    if (location === "header" && ownHeaders.has(name.toLowerCase())) {
      continue;
    }
    const place = grouped ? [location, name] : [name];
    const argument = { name: toArgumentName(name), place, required, schema, description };
    const inPath = location === "path" && { inPath: name };
    add({ ...argument, isBytes: false, ...inPath }, `${location}_${name}`);
  }
  const body = operation.requestBody?.value;
  const media = body === undefined ? undefined : chooseMediaType(body.content);
  if (body === undefined || media === undefined) {
    return { list, needsBody: false };
  }
  const members = listMembers(media, body.required);
  for (const member of members ?? [describeWholeBody(media, body)]) {
    add(member, `body_${member.place.at(-1)}`);
  }
  return { list, needsBody: body.required && members !== undefined };
}

/** The members of a body as arguments. Undefined when it is one argument. */
function listMembers(
  { mediaType, schema }: MediaType,
  isRequired: boolean,
): readonly ToolArgument[] | undefined {
  const kind = classifyMediaType(mediaType);
  const isObject = kind === "json" || kind === "form" || kind === "multipart";
  const plain = schema === undefined || !isObject ? undefined : readPlainObject(schema);
  return (
    plain &&
    [...plain.properties].map(([name, property]) => ({
      name: toArgumentName(name),
      place: ["body", name],
      required: isRequired && plain.required.has(name),
      schema: property,
      isBytes: kind === "multipart" && isBinary(property),
    }))
  );
}

function describeWholeBody(
  { mediaType, schema, itemSchema, mediaType: type }: MediaType,
  { required, description }: { readonly required: boolean; readonly description?: string },
): ToolArgument {
  const kind = classifyMediaType(mediaType);
  const anything: Schema = { location: { file: "", pointer: "" }, boolean: true };
  const text: Schema = { location: { file: "", pointer: "" }, types: ["string"] };
  const items: Schema = { ...text, types: ["array"], items: itemSchema ?? anything };
  const fallback = itemSchema !== undefined ? items : kind === "text" ? text : anything;
  return {
    name: "body",
    place: ["body"],
    required,
    schema: schema ?? fallback,
    description: description ?? (kind === "json" ? undefined : `The body, as ${type}.`),
    isBytes: kind === "binary" && itemSchema === undefined,
  };
}

/** Returns whether a part of a form is a file, or a list of files. */
function isBinary(schema: Schema): boolean {
  const target = followSchemaReferences(schema);
  const item = target?.items === undefined ? target : followSchemaReferences(target.items);
  const { format, contentMediaType, contentEncoding } = item ?? {};
  return format === "binary" || (contentMediaType !== undefined && contentEncoding === undefined);
}

/** A name with the characters that model vendors accept for an argument. */
function toArgumentName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_.-]+/g, "_").replace(/^_+|_+$/g, "");
  return /^[A-Za-z0-9_.-]{1,60}$/.test(name) ? name : plain.slice(0, 60) || "argument";
}
