import { stripMarkdown } from "../parts/strip-markdown.ts";

/** A JSON Schema, as tools have them: self-contained, and an object at the top. */
export type Schema = Readonly<Record<string, unknown>>;

/** How a form asks for a value. `json` is everything that it has no fields for. */
export type FieldKind =
  | "array"
  | "boolean"
  | "enum"
  | "file"
  | "integer"
  | "json"
  | "number"
  | "object"
  | "text";

/** A schema as a form needs it. */
export interface Described {
  readonly kind: FieldKind;
  /** The schema without the alternative `null`. */
  readonly schema: Schema;
  readonly description: string;
  /** The values of an `enum`, as they are. */
  readonly choices: readonly unknown[];
  /** The members of an `object` or a `file`, those that are required first. */
  readonly members: readonly Member[];
  /** The schema of the items of an `array`. */
  readonly items: Schema;
}

/** A member of an object. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Says how a form asks for a value of this schema. */
export function describeField(outer: Schema): Described {
  const schema = findFile(outer) ?? withoutNull(outer);
  return {
    kind: chooseKind(schema),
    schema,
    description: stripMarkdown(toText(outer.description) || toText(schema.description)),
    choices: readChoices(schema),
    members: readMembers(schema),
    items: toSchema(schema.items),
  };
}

/**
 * The schema of a file that a tool takes: exactly a name, a media type, and the key of an upload. The bytes in base64, which some take
 * as an alternative, are for programs.
 */
function findFile(outer: Schema): Schema | undefined {
  const alternatives = Array.isArray(outer.anyOf) ? outer.anyOf.map(toSchema) : [outer];
  return alternatives.find(isFile);
}

function isFile({ properties }: Schema): boolean {
  return Object.keys(toSchema(properties)).sort().join() === "key,mimetype,name";
}

function chooseKind(schema: Schema): FieldKind {
  if (isFile(schema)) {
    return "file";
  }
  if (readChoices(schema).length > 0) {
    return "enum";
  }
  switch (readType(schema)) {
    case "string":
      return "text";
    case "integer":
      return "integer";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return Object.keys(toSchema(schema.items)).length > 0 ? "array" : "json";
    case "object":
      return readMembers(schema).length > 0 ? "object" : "json";
    default:
      return "json";
  }
}

/** The one type that is not null; empty when there are several. */
function readType({ type }: Schema): string {
  const types = (Array.isArray(type) ? type : [type]).filter((each) => each !== "null");
  return types.length === 1 ? String(types[0]) : "";
}

function withoutNull(schema: Schema): Schema {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) {
    return schema;
  }
  const rest = anyOf.map(toSchema).filter(({ type }) => type !== "null");
  const [only] = rest;
  return rest.length === 1 && only !== undefined
    ? { ...schema, ...only, anyOf: undefined }
    : schema;
}

function readChoices(schema: Schema): readonly unknown[] {
  if (schema.const !== undefined) {
    return [schema.const];
  }
  return Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : [];
}

function readMembers({ properties, required }: Schema): readonly Member[] {
  const names = new Set(Array.isArray(required) ? required : []);
  return Object.entries(toSchema(properties))
    .map(([name, schema]) => ({ name, schema: toSchema(schema), isRequired: names.has(name) }))
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

function toSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Schema)
    : {};
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
