import { isObject } from "@specwright/runtime/v1/values";
import { memberName } from "../strict-schema/to-strict-schema.ts";

/**
 * Lists the parts of a schema that language-model vendors would refuse, each as a line with its place
 * (docs/decisions.md §7): keywords outside of the subset, names of members, more than ten levels, and a root that is
 * not an object.
 */
export function findStrictProblems(schema: unknown): readonly string[] {
  const problems: string[] = [];
  if (!isObject(schema) || schema.type !== "object" || !isObject(schema.properties)) {
    problems.push("#: the root is no object with properties");
  }
  walk(schema, "#", 1, problems);
  return problems;
}

const allowed: ReadonlySet<string> = new Set(
  (
    "type properties required additionalProperties items anyOf enum description default format pattern " +
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems"
  ).split(" "),
);

const maximumDepth = 10;

function walk(schema: unknown, place: string, depth: number, problems: string[]): void {
  if (!isObject(schema)) {
    problems.push(`${place}: is no schema object`);
    return;
  }
  if (depth > maximumDepth + 1) {
    problems.push(`${place}: nested too deeply`);
  }
  for (const keyword of Object.keys(schema)) {
    if (!allowed.has(keyword)) {
      problems.push(`${place}: has ${keyword}`);
    }
  }
  if (Array.isArray(schema.type)) {
    problems.push(`${place}: has a list of types`);
  }
  for (const [name, member] of Object.entries(
    isObject(schema.properties) ? schema.properties : {},
  )) {
    if (!memberName.test(name)) {
      problems.push(`${place}: has a member named ${JSON.stringify(name)}`);
    }
    walk(member, `${place}/properties/${name}`, depth + 1, problems);
  }
  if (schema.items !== undefined) {
    walk(schema.items, `${place}/items`, depth + 1, problems);
  }
  if (isObject(schema.additionalProperties)) {
    walk(schema.additionalProperties, `${place}/additionalProperties`, depth + 1, problems);
  }
  for (const [index, option] of (Array.isArray(schema.anyOf) ? schema.anyOf : []).entries()) {
    walk(option, `${place}/anyOf/${index}`, depth + 1, problems);
  }
}
