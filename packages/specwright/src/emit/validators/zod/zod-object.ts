import type { Schema } from "../../../document/model/model.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { printCall, printObjectLiteral } from "../../shared/print/layout.ts";
import { hasInheritedNames, isRecord } from "../definitions/object-facts.ts";
import { printPart, printZod } from "./zod.ts";
import { printKeywordChecks, printObjectChecks } from "./zod-checks.ts";
import type { ZodPlace } from "./zod-expression.ts";
import { isConstant, placeInside, printMethod, withChecks, wrap } from "./zod-expression.ts";
import type { Part } from "./zod-parts.ts";

/** The expression of an object's keywords. */
export function printZodObject(schema: Schema, place: ZodPlace): string {
  if (hasInheritedNames(schema)) {
    // Zod would read an inherited member as the value's own, so every keyword becomes a check.
    const checks = [
      'json.type("object")',
      ...printKeywordChecks("object", schema, placeInside(place)),
    ];
    return withChecks("z.unknown()", checks, place.indent);
  }
  return withChecks(
    printShape(schema, place),
    printObjectChecks(schema, placeInside(place)),
    place.indent,
  );
}

function printShape(schema: Schema, place: ZodPlace): string {
  const { additionalProperties, patternProperties } = schema;
  if (isRecord(schema) && additionalProperties !== undefined) {
    const value = printLazyConstant(printZod(additionalProperties, placeInside(place)), place);
    return printCall("z.record", ["z.string()", value], place.indent);
  }
  const shape = printObjectLiteral(printShapeMembers(schema, place), place.indent);
  // With patterns, a separate check handles additional properties.
  const isOpen = additionalProperties === undefined || patternProperties !== undefined;
  if (isOpen || additionalProperties.boolean === true) {
    return `z.looseObject(${shape})`;
  }
  if (additionalProperties.boolean === false) {
    return `z.strictObject(${shape})`;
  }
  const rest = printZod(additionalProperties, placeInside(place));
  return printMethod("catchall", `z.object(${shape})`, rest, place, (start, args) =>
    printCall(start, args, place.indent),
  );
}

/** `z.record` reads the schema of its values immediately. A constant of the same circle is not initialized at that time. */
function printLazyConstant(code: string, { definition }: ZodPlace): string {
  return definition.isRecursive && isConstant(code) ? `z.lazy(() => ${code})` : code;
}

function printShapeMembers(
  schema: Schema,
  place: ZodPlace,
  isOverwritten?: (name: string) => boolean,
): string[] {
  const required = new Set(schema.required);
  const inside = placeInside(place);
  return [...(schema.properties ?? [])].flatMap(([name, property]) => {
    if (isOverwritten?.(name) === true) {
      return [];
    }
    const code = printZod(property, inside);
    return [
      `${escapePropertyKey(name)}: ${required.has(name) ? code : wrap("optional", code, place)}`,
    ];
  });
}

/** An object with the properties of other objects added. */
export function printExtended(base: string, parts: readonly Part[], place: ZodPlace): string {
  const extend = (added: string): string =>
    printMethod("extend", base, added, place, (start, args) => `${start}(${args.join(", ")})`);
  const [only] = parts;
  if (only === undefined) {
    return base;
  }
  if (parts.length === 1 && only.kind === "reference") {
    return extend(`${printPart(only, place)}.shape`);
  }
  const added = parts.flatMap((part, index) => {
    // When a property occurs several times, only the last one is used.
    const later = parts.slice(index + 1).map((other) => inlineSchema(other)?.properties);
    return printPartMembers(part, place, (name) =>
      later.some((names) => names?.has(name) === true),
    );
  });
  return added.length === 0 ? base : extend(printObjectLiteral(added, place.indent));
}

function printPartMembers(
  part: Part,
  place: ZodPlace,
  isOverwritten: (name: string) => boolean,
): string[] {
  const schema = inlineSchema(part);
  if (schema === undefined) {
    return [`...${printPart(part, placeInside(place))}.shape`];
  }
  const environment = part.kind === "plan" ? part.plan.environment : place.environment;
  return printShapeMembers(schema, { ...place, environment }, isOverwritten);
}

/** The schema whose properties are written out as members. */
function inlineSchema(part: Part): Schema | undefined {
  if (part.kind === "own") {
    return part.schema;
  }
  const [first, ...others] = part.kind === "plan" ? part.plan.parts : [];
  return first?.kind === "own" && others.length === 0 ? first.schema : undefined;
}
