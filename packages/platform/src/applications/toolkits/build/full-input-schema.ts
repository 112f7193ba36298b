import { createSchemaWriter, type JsonSchema, type Schema, type SchemaDetail } from "specwright";
import { cutText } from "../../../base/sharing/cut-text.ts";
import { countJsonBytes } from "../../../base/sharing/fit-answer.ts";
import { findFileInputs } from "../files/file-inputs.ts";
import { buildFileSchema } from "../files/file-schema.ts";
import type { ToolDefinition, ToolInput } from "../types/tool-types.ts";

type Tool = Pick<ToolDefinition, "operation" | "inputs" | "body" | "rules">;

/** The attempts, from the one that says most. Rules are in all of them, and deeper schemas do not fit into any room. */
const details: readonly SchemaDetail[] = [
  { longest: 1_000, isWhole: true },
  ...[1_000, 300, 100, 0].map((longest) => ({ longest })),
].map((detail) => ({ ...detail, levels: 40, hasDefinitions: true }));

const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * The arguments of a tool as JSON Schema 2020-12, with every rule of the document: references, `allOf`, `oneOf`, `not`, conditions and so on
 * stay as they are. `input_parameters` has them in the smaller language of models instead (`toStrictSchema`).
 *
 * @param room bytes of JSON; descriptions are shortened until it suffices
 * @returns undefined when the room is too small for the rules
 */
export function buildFullInputSchema(tool: Tool, room: number): JsonSchema | undefined {
  for (const detail of details) {
    const schema = writeArguments(tool, detail);
    if (schema === undefined || countJsonBytes(schema) <= room) {
      return schema;
    }
  }
  return undefined;
}

/** Undefined when the schemas are too deep, or too many. */
function writeArguments(tool: Tool, detail: SchemaDetail): JsonSchema | undefined {
  const { inputs } = tool;
  const writer = createSchemaWriter(detail);
  const files = findFileInputs(tool);
  const properties = inputs.map((input) => {
    const { description: own, ...written } = writer.write(input.schema);
    const said = findDescription(input, tool)?.trim() ?? String(own ?? "");
    const words = detail.longest === 0 ? "" : cutText(said, detail.longest);
    const description = words === "" ? {} : { description: words };
    const kind = files.get(input.name);
    const schema =
      kind === undefined ? { ...written, ...description } : buildFileSchema(kind, words);
    return [input.name, schema] as const;
  });
  const [first, ...others] = listBodyRules(tool, files.size > 0).map(writer.write);
  const required = inputs.filter((input) => input.required).map(({ name }) => name);
  const definitions = writer.listDefinitions();
  return writer.isShortened()
    ? undefined
    : {
        $schema: dialect,
        type: "object",
        properties: Object.fromEntries(properties),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
        ...first,
        ...(others.length > 0 && { allOf: others }),
        ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }),
      };
}

/** What the document says about a parameter, or about the whole body, outside of its schema. */
function findDescription({ target }: ToolInput, { operation }: Tool): string | undefined {
  switch (target.kind) {
    case "parameter":
      return operation.parameters[target.index]?.value.description;
    case "wholeBody":
      return operation.requestBody?.value.description;
    case "member":
      return undefined;
    default:
      return target satisfies never;
  }
}

/** Rules between the members of a body that say nothing about other members. */
const ofMembers = ["anyOf", "oneOf", "dependentRequired"] as const;

/** Rules of a body that also apply to members with other names. */
const ofAll = [
  ...["not", "if", "then", "else", "dependentSchemas"],
  ...["minProperties", "maxProperties", "propertyNames", "patternProperties"],
] as const satisfies readonly (keyof Schema)[];

/**
 * The rules of a body whose members are arguments. If a member has another name as an argument, or the body may be left out, the rules
 * do not fit the arguments. Those of all members do not fit either when parameters or files are among the arguments.
 */
function listBodyRules({ inputs, body }: Tool, hasFiles: boolean): readonly Schema[] {
  const isSame = inputs.every(
    ({ name, target }) =>
      target.kind === "parameter" || (target.kind === "member" && target.name === name),
  );
  if (body?.schema === undefined || !body.required || !isSame) {
    return [];
  }
  const isAlone = !hasFiles && inputs.every(({ target }) => target.kind === "member");
  const keywords = isAlone ? [...ofMembers, ...ofAll] : ofMembers;
  const rules: Schema[] = [];
  const parts = new Set<Schema>([body.schema]);
  // A set goes on with what is added meanwhile.
  for (const part of parts) {
    const own = keywords.flatMap((keyword) =>
      part[keyword] === undefined ? [] : [[keyword, part[keyword]] as const],
    );
    if (own.length > 0) {
      rules.push({ location: part.location, ...Object.fromEntries(own) });
    }
    for (const inner of [
      ...(part.allOf ?? []),
      ...(part.ref === undefined ? [] : [part.ref.target]),
    ]) {
      parts.add(inner);
    }
  }
  return rules;
}
