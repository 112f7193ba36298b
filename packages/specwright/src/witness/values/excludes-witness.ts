import { viewSchema } from "../../compare/schemas/view-schema.ts";
import { listAllowedValues } from "../../document/model/facts/allowed-values.ts";
import type { Schema } from "../../document/model/model.ts";
import { emitPredicates } from "../../emit/validators/emit-predicates.ts";
import type { Candidate } from "./list-candidates.ts";
import { runPredicates } from "./run-predicates.ts";

/** Kinds about rules that no validator checks. Equal validators prove nothing about them. */
const unchecked =
  /-(?:content|xml|default|discriminator|mapping|format|pattern)-|-property-became-one-way$/;

/** Candidates that are reasoned about. A change in more of them is not excluded. */
const mostExcluded = 40;

/**
 * Returns whether reasoning excludes a value that a change allows on one side and refuses on the other one: the refusing side
 * accepts every value, or both sides print the same predicates.
 *
 * @param candidates all parts of operations in which the change is
 */
export function excludesWitness(kind: string, candidates: readonly Candidate[]): boolean {
  return (
    candidates.length > 0 &&
    candidates.length <= mostExcluded &&
    !unchecked.test(kind) &&
    candidates.every(
      (candidate) =>
        candidate.isOfOthers ||
        acceptsAny(candidate) ||
        isSamePart(candidate) ||
        hasSameCode(candidate.allowing.schema, candidate.refusing.schema),
    )
  );
}

/** Any value; or, in a parameter that is sent as text, any text. */
function acceptsAny({ allowing, refusing }: Candidate): boolean {
  const { schema, parameter } = refusing;
  const { parameter: sender } = allowing;
  const isText =
    parameter !== undefined &&
    sender !== undefined &&
    parameter.contentType === sender.contentType &&
    parameter.style === sender.style &&
    allowing.schema.types?.every((type) => texts.has(type)) === true &&
    schema.types?.includes("string") === true &&
    Object.keys(schema).every((key) => key === "types" || !isRule(key));
  return schema.boolean === true || isText;
}

const texts: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);

const silent = new Set(
  "location title description default deprecated examples extensions externalDocs".split(" "),
);

function isRule(keyword: string): boolean {
  return !silent.has(keyword);
}

/**
 * The changed keyword refuses nothing (`minLength: 0`), or nothing that the other side allows (`minimum: 1` after
 * `exclusiveMinimum: 1`), the changed schemas accept the same, or the refusing one accepts all values that the other one lists.
 */
function isSamePart({ places, sides }: Candidate): boolean {
  const constraint = places[0]?.constraint;
  const isVoid =
    constraint !== undefined &&
    (hasSameCode(constraint, { location: constraint.location, boolean: true }) ||
      (sides !== undefined && followsFrom(constraint, viewSchema(sides[0]))));
  return isVoid || (sides !== undefined && (hasSameCode(...sides) || acceptsListed(...sides)));
}

/** Returns whether every number that a schema allows is within a single limit. */
function followsFrom(limit: Schema, schema: Schema): boolean {
  const { location, ...keywords } = limit;
  const [[keyword, value] = [], ...others] = Object.entries(keywords);
  if (typeof value !== "number" || others.length > 0) {
    return false;
  }
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, multipleOf } = schema;
  const { maximum = Infinity, exclusiveMaximum = Infinity } = schema;
  switch (keyword) {
    case "minimum":
      return Math.max(minimum, exclusiveMinimum) >= value;
    case "maximum":
      return Math.min(maximum, exclusiveMaximum) <= value;
    case "exclusiveMinimum":
      return minimum > value || exclusiveMinimum >= value;
    case "exclusiveMaximum":
      return maximum < value || exclusiveMaximum <= value;
    case "multipleOf":
      return multipleOf !== undefined && acceptsAll({ location, multipleOf: value }, [multipleOf]);
    default:
      return false;
  }
}

function acceptsListed(allowing: Schema, refusing: Schema): boolean {
  const [values] = listAllowedValues(viewSchema(allowing));
  return values !== undefined && acceptsAll(refusing, values);
}

function acceptsAll(schema: Schema, values: readonly unknown[]): boolean {
  const accepts = runPredicates(new Map([["Root", schema]])).get("Root");
  return values.every((value) => accepts?.(value) === true);
}

function hasSameCode(one: Schema, other: Schema): boolean {
  return printCode(one) === printCode(other);
}

/** Roots are asked for again with each change in them. */
const known = new WeakMap<Schema, string>();

function printCode(schema: Schema): string {
  const code = known.get(schema) ?? emitPredicates(new Map([["Root", schema]])).code;
  known.set(schema, code);
  return code;
}
