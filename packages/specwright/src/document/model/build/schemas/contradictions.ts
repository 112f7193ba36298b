import { hasType } from "@specwright/runtime/v1/values";
import { isObject } from "../../../../json-object.ts";
import type { JsonType } from "../../model.ts";
import type { SchemaDraft } from "../../schema-values.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import type { Raw } from "../context/raw.ts";
import { findMember } from "../context/raw.ts";

/**
 * Warns when keywords of one schema contradict each other, so that no value is valid, or a listed value is not valid.
 * Looks only at the schema itself, not at its references or parts.
 */
export function reportContradictions(draft: SchemaDraft, raw: Raw, context: BuildContext): void {
  if (draft.types !== undefined) {
    reportValues(draft, draft.types, raw, context);
  }
  // Most schemas have no bounds and require nothing.
  if (hasLowerBound(draft)) {
    reportBounds(draft, raw, context);
  }
  if (draft.required !== undefined) {
    reportRequired(draft, draft.required, raw, context);
  }
}

function hasLowerBound(draft: SchemaDraft): boolean {
  return (
    draft.minimum !== undefined ||
    draft.exclusiveMinimum !== undefined ||
    draft.minLength !== undefined ||
    draft.minItems !== undefined ||
    draft.minContains !== undefined ||
    draft.minProperties !== undefined
  );
}

function reportBounds(draft: SchemaDraft, raw: Raw, context: BuildContext): void {
  for (const { low, high, isStrict, what } of bounds) {
    const least = draft[low];
    const most = draft[high];
    if (least !== undefined && most !== undefined && (isStrict ? least >= most : least > most)) {
      reportAt(
        low,
        `\`${low}\` is ${least} and \`${high}\` is ${most}, so no ${what} is valid.`,
        "Correct one of them.",
        raw,
        context,
      );
    }
  }
}

/**
 * Pairs of lower and upper bounds. The lower bound must not be above the upper one. With `isStrict`, the two must not
 * be equal either.
 */
const bounds = [
  { low: "minimum", high: "maximum", isStrict: false, what: "number" },
  { low: "exclusiveMinimum", high: "maximum", isStrict: true, what: "number" },
  { low: "minimum", high: "exclusiveMaximum", isStrict: true, what: "number" },
  { low: "exclusiveMinimum", high: "exclusiveMaximum", isStrict: true, what: "number" },
  { low: "minLength", high: "maxLength", isStrict: false, what: "string" },
  { low: "minItems", high: "maxItems", isStrict: false, what: "array" },
  { low: "minContains", high: "maxContains", isStrict: false, what: "array" },
  { low: "minProperties", high: "maxProperties", isStrict: false, what: "object" },
] as const;

/** Reports values of `enum` and `const` that `type` does not allow, and a null in `type` that `enum` does not list. */
function reportValues(
  { enum: listed, const: constant }: SchemaDraft,
  types: readonly JsonType[],
  raw: Raw,
  context: BuildContext,
): void {
  const isNullable = isObject(raw.value) && raw.value.nullable === true;
  const allowed = isNullable ? [...types, "null" as const] : types;
  const names = allowed.join(" or ");
  if (constant !== undefined && !hasType(constant.value, allowed)) {
    const message = `\`const\` is ${writeShortValue(constant.value)}, which \`type\` does not allow, so it is never valid.`;
    reportAt(
      "const",
      message,
      `Write a value that is ${names}, or correct \`type\`.`,
      raw,
      context,
    );
  }
  const wrong = listed?.filter((value) => !hasType(value, allowed)) ?? [];
  if (wrong.length > 0) {
    // In a nullable schema, null is added to the list, so that one value stays valid.
    const isEmpty = wrong.length === listed?.length && !isNullable;
    const message = `\`enum\` lists ${writeShortList(wrong)}, which \`type\` does not allow, so ${isEmpty ? "no value is" : "that is not"} valid.`;
    const fix = `List values that are ${names}, with quotes for strings, or correct \`type\`.`;
    reportAt("enum", message, fix, raw, context);
  }
  if (types.includes("null") && listed?.includes(null) === false) {
    const message = "`type` allows null and `enum` does not list it, so null is not valid.";
    reportAt("enum", message, "Add null to the list, or take it out of `type`.", raw, context);
  }
}

/** Required properties that are not allowed. */
function reportRequired(
  { properties, patternProperties, additionalProperties, maxProperties }: SchemaDraft,
  required: readonly string[],
  raw: Raw,
  context: BuildContext,
): void {
  const isClosed = additionalProperties?.boolean === false && patternProperties === undefined;
  const refused = required.filter((name) => {
    const property = properties?.get(name);
    return property === undefined ? isClosed : property.boolean === false;
  });
  if (refused.length > 0) {
    const message = `\`required\` lists ${writeShortList(refused)}, which the schema forbids, so no object is valid.`;
    const fix = "Describe it in `properties`, or take it out of `required`.";
    reportAt("required", message, fix, raw, context);
  }
  const count = new Set(required).size;
  if (maxProperties !== undefined && maxProperties < count) {
    const message = `\`maxProperties\` is ${maxProperties} and ${count} properties are required, so no object is valid.`;
    reportAt("maxProperties", message, "Correct one of them.", raw, context);
  }
}

function reportAt(
  keyword: string,
  message: string,
  fix: string,
  raw: Raw,
  context: BuildContext,
): void {
  const place = findMember(raw, keyword) ?? raw;
  reportProblem(context, place, {
    severity: "warning",
    code: "contradictory-schema",
    message,
    fix,
  });
}

function writeShortValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return `\`${text.length <= 60 ? text : `${text.slice(0, 60)}…`}\``;
}

/** The first few of a list. */
function writeShortList(values: readonly unknown[]): string {
  const more = values.length > 3 ? ` and ${values.length - 3} more` : "";
  return values.slice(0, 3).map(writeShortValue).join(", ") + more;
}
