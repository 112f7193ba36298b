import { hasCombinations } from "../../../document/model/facts/keywords.ts";
import type { Schema } from "../../../document/model/model.ts";
import { printCall } from "../../shared/print/layout.ts";
import type { Definition } from "../definitions/definitions.ts";
import { printCombinationChecks, printKeywordChecks, printObjectChecks } from "./zod-checks.ts";
import type { ZodPlace } from "./zod-expression.ts";
import { placeInside, withChecks } from "./zod-expression.ts";
import { printExtended } from "./zod-object.ts";
import type { Part } from "./zod-parts.ts";
import type { Plan } from "./zod-plan.ts";
import { findSoleOwnPart, planSchema } from "./zod-plan.ts";
import { printZodUnion } from "./zod-union.ts";
import { printOwn } from "./zod-value.ts";

/**
 * The expression of a schema. It uses Zod as a person would write it where that is exact, and checks of the runtime for
 * the rest.
 */
export function printZod(schema: Schema, place: ZodPlace): string {
  if (schema.boolean !== undefined) {
    return schema.boolean ? "z.unknown()" : "z.never()";
  }
  const { definitions } = place.context;
  const environment = definitions.enter(place.environment, schema);
  const shared = definitions.share(schema, environment);
  if (shared !== undefined && schema !== place.definition.schema) {
    return printConstant(shared, place);
  }
  const inside = environment === place.environment ? place : { ...place, environment };
  return printPlan(planSchema(schema, inside), place);
}

/** The constant of a definition. */
function printConstant(target: Definition, { context, qualifier }: ZodPlace): string {
  return qualifier + context.names.findConstant(target);
}

/** Prints the expression that was planned. */
export function printPlan(plan: Plan, outside: ZodPlace): string {
  if (plan.schema.boolean !== undefined) {
    return plan.schema.boolean ? "z.unknown()" : "z.never()";
  }
  const { environment } = plan;
  const place = environment === outside.environment ? outside : { ...outside, environment };
  if (plan.rest.length === 0 && plan.looseTypes.length === 0 && !hasCombinations(plan.schema)) {
    return printBase(plan, place);
  }
  const checks = [
    ...plan.rest.flatMap((part) => printRestChecks(part, plan, placeInside(place))),
    ...plan.looseTypes.flatMap((type) => printKeywordChecks(type, plan.schema, placeInside(place))),
    ...printCombinationChecks(plan.schema, placeInside(place)),
  ];
  return withChecks(printBase(plan, place), checks, place.indent);
}

function printBase(plan: Plan, place: ZodPlace): string {
  const { parts } = plan;
  const [first, ...others] = parts;
  if (first === undefined) {
    return "z.unknown()";
  }
  if (others.length === 0 || plan.object !== undefined) {
    return printExtended(printPart(first, place), others, place);
  }
  // The calls nest to the left, so the first two operands are printed deepest.
  const places = parts.map((_part, index) => placeOperand(index, parts.length, place));
  return others.reduce(
    (left, part, index) => {
      const outer = places[index + 2] ?? place;
      const right = printPart(part, places[index + 1] ?? place);
      return printCall(
        "z.intersection",
        [left, right],
        outer === place ? place.indent : outer.indent,
      );
    },
    printPart(first, places[0] ?? place),
  );
}

function placeOperand(index: number, count: number, place: ZodPlace): ZodPlace {
  const depth = index === 0 ? count - 1 : count - index;
  let inside = place;
  for (let level = 0; level < depth; level += 1) {
    inside = placeInside(inside);
  }
  return inside;
}

/** The expression of one part of a conjunction. */
export function printPart(part: Part, place: ZodPlace): string {
  switch (part.kind) {
    case "own":
      return printOwn(part.schema, part.types, place);
    case "reference":
      return printConstant(part.target, place);
    case "plan":
      return printPlan(part.plan, place);
    case "union":
      return printZodUnion(part, place);
    default:
      return part satisfies never;
  }
}

/** A part that Zod cannot express exactly, as checks. */
function printRestChecks(part: Part, { object }: Plan, place: ZodPlace): string[] {
  const only = part.kind === "plan" ? findSoleOwnPart(part.plan) : undefined;
  const addsChecksOnly =
    object !== undefined &&
    part.kind === "plan" &&
    part.plan.object?.isOpen === true &&
    part.plan.object.names.size === 0;
  return only !== undefined && addsChecksOnly
    ? printObjectChecks(only.schema, { ...place, environment: part.plan.environment })
    : [printRestCheck(part, place)];
}

function printRestCheck(part: Part, place: ZodPlace): string {
  if (part.kind === "union" && part.schemas.length > 1) {
    const codes = part.schemas.map((schema) => printZod(schema, placeInside(place)));
    return printCall(`json.${part.keyword}`, codes, place.indent);
  }
  return printCall("json.allOf", [printPart(part, placeInside(place))], place.indent);
}
