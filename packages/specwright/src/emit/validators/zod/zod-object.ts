import type { Schema } from "../../../model/model.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { callExpression, objectLiteral } from "../../print/layout.ts";
import { hasInheritedNames, isRecord } from "../definitions/object-facts.ts";
import { partCode, zodCode } from "./zod.ts";
import { keywordChecks, objectChecks } from "./zod-checks.ts";
import type { ZodPlace } from "./zod-expression.ts";
import { inner, isConstant, withChecks, wrap } from "./zod-expression.ts";
import type { Part } from "./zod-parts.ts";

/** The expression of an object's keywords. */
export function objectCode(schema: Schema, place: ZodPlace): string {
  if (hasInheritedNames(schema)) {
    // Zod would read an inherited member as the value's own, so every keyword becomes a check.
    const checks = ['json.type("object")', ...keywordChecks("object", schema, inner(place))];
    return withChecks("z.unknown()", checks, place.indent);
  }
  return withChecks(shapeCode(schema, place), objectChecks(schema, inner(place)), place.indent);
}

function shapeCode(schema: Schema, place: ZodPlace): string {
  const { additionalProperties, patternProperties } = schema;
  if (isRecord(schema) && additionalProperties !== undefined) {
    const value = lazyConstant(zodCode(additionalProperties, inner(place)), place);
    return callExpression("z.record", ["z.string()", value], place.indent);
  }
  const shape = objectLiteral(shapeMembers(schema, place), place.indent);
  // With patterns, a separate check handles additional properties.
  const isOpen = additionalProperties === undefined || patternProperties !== undefined;
  if (isOpen || additionalProperties.boolean === true) {
    return `z.looseObject(${shape})`;
  }
  if (additionalProperties.boolean === false) {
    return `z.strictObject(${shape})`;
  }
  const rest = zodCode(additionalProperties, inner(place));
  return `z.object(${shape})${callExpression(".catchall", [rest], place.indent)}`;
}

/** `z.record` reads the schema of its values immediately. A constant of the same circle is not initialized at that time. */
function lazyConstant(code: string, { definition }: ZodPlace): string {
  return definition.isRecursive && isConstant(code) ? `z.lazy(() => ${code})` : code;
}

function shapeMembers(
  schema: Schema,
  place: ZodPlace,
  isOverwritten?: (name: string) => boolean,
): string[] {
  const required = new Set(schema.required);
  const inside = inner(place);
  return [...(schema.properties ?? [])].flatMap(([name, property]) => {
    if (isOverwritten?.(name) === true) {
      return [];
    }
    const code = zodCode(property, inside);
    return [`${escapePropertyKey(name)}: ${required.has(name) ? code : wrap("optional", code)}`];
  });
}

/** The call that adds the properties of other objects. Empty without other objects. */
export function extensionCode(parts: readonly Part[], place: ZodPlace): string {
  const [only] = parts;
  if (only === undefined) {
    return "";
  }
  if (parts.length === 1 && only.kind === "reference") {
    return `.extend(${partCode(only, place)}.shape)`;
  }
  const added = parts.flatMap((part, index) => {
    // When a property occurs several times, only the last one is used.
    const later = parts.slice(index + 1).map((other) => inlineSchema(other)?.properties);
    return members(part, place, (name) => later.some((names) => names?.has(name) === true));
  });
  return added.length === 0 ? "" : `.extend(${objectLiteral(added, place.indent)})`;
}

function members(part: Part, place: ZodPlace, isOverwritten: (name: string) => boolean): string[] {
  const schema = inlineSchema(part);
  if (schema === undefined) {
    return [`...${partCode(part, inner(place))}.shape`];
  }
  const environment = part.kind === "plan" ? part.plan.environment : place.environment;
  return shapeMembers(schema, { ...place, environment }, isOverwritten);
}

/** The schema whose properties are written out as members. */
function inlineSchema(part: Part): Schema | undefined {
  if (part.kind === "own") {
    return part.schema;
  }
  const [first, ...others] = part.kind === "plan" ? part.plan.parts : [];
  return first?.kind === "own" && others.length === 0 ? first.schema : undefined;
}
