import { readPattern } from "@specwright/patterns";
import * as json from "@specwright/runtime/v1/schema";
import { isFormat } from "@specwright/runtime/v1/values";
import type { Schema } from "specwright";
import * as z from "zod";

const validators = new WeakMap<Schema, z.ZodType>();

/**
 * Makes the Zod schema that means the same as a schema of a document (JSON Schema 2020-12). The schema is
 * interpreted: no text of the document becomes code. Each schema is converted once. `unevaluated…`, `$dynamicRef`,
 * unknown formats and patterns that `readPattern` cannot read are not enforced.
 */
function toValidator(schema: Schema): z.ZodType {
  const known = validators.get(schema);
  if (known !== undefined) {
    return known;
  }
  // Schemas may refer to themselves, so inner schemas are converted when they are needed.
  const validator = z.lazy(() =>
    schema.boolean === false ? z.never() : z.unknown().check(...toChecks(schema)),
  );
  validators.set(schema, validator);
  return validator;
}

/**
 * The problems of a value, one for each field. A value with more than 64 levels is refused before anything walks
 * through it.
 */
export function findFieldProblems(schema: Schema, value: unknown): readonly json.FieldIssue[] {
  if (json.isNestedTooDeep(value)) {
    return [{ path: [], message: `nested more than ${json.maximumNesting} levels deep` }];
  }
  const result = toValidator(schema).safeParse(value, { error: json.describeIssue });
  return result.success ? [] : json.fieldIssues(result.error.issues);
}

type Checks = json.Check[];

function toChecks(schema: Schema): Checks {
  return [
    ...buildValueChecks(schema),
    ...buildScalarChecks(schema),
    ...buildArrayChecks(schema),
    ...buildObjectChecks(schema),
    ...buildApplicatorChecks(schema),
  ];
}

/** Makes the check for a keyword if the schema has the keyword. */
function buildCheckWhen<T>(value: T | undefined, check: (value: T) => json.Check): Checks {
  return value === undefined ? [] : [check(value)];
}

function buildValueChecks(schema: Schema): Checks {
  return [
    ...buildCheckWhen(schema.types, (types) => json.type(...types)),
    ...buildCheckWhen(schema.enum, (values) => json.enumeration(values)),
    ...buildCheckWhen(schema.const, ({ value }) => json.constant(value)),
  ];
}

function buildScalarChecks(schema: Schema): Checks {
  const { format } = schema;
  return [
    ...buildCheckWhen(schema.minimum, json.minimum),
    ...buildCheckWhen(schema.maximum, json.maximum),
    ...buildCheckWhen(schema.exclusiveMinimum, json.exclusiveMinimum),
    ...buildCheckWhen(schema.exclusiveMaximum, json.exclusiveMaximum),
    ...buildCheckWhen(schema.multipleOf, json.multipleOf),
    ...buildCheckWhen(schema.minLength, json.minLength),
    ...buildCheckWhen(schema.maxLength, json.maxLength),
    ...buildCheckWhen(
      schema.pattern === undefined ? undefined : toRegExp(schema.pattern),
      json.pattern,
    ),
    ...(format !== undefined && isFormat(format) ? [json.format(format)] : []),
  ];
}

/** The pattern as a regular expression; undefined when engines read it differently. Such a pattern is not enforced. */
function toRegExp(pattern: string): RegExp | undefined {
  const reading = readPattern(pattern);
  return reading.source === undefined ? undefined : new RegExp(reading.source, reading.flags);
}

function buildArrayChecks(schema: Schema): Checks {
  const { prefixItems = [] } = schema;
  return [
    ...buildCheckWhen(schema.minItems, json.minItems),
    ...buildCheckWhen(schema.maxItems, json.maxItems),
    ...(schema.uniqueItems === true ? [json.uniqueItems()] : []),
    ...buildCheckWhen(schema.prefixItems, (parts) => json.prefixItems(parts.map(toValidator))),
    ...buildCheckWhen(schema.items, (items) => json.items(toValidator(items), prefixItems.length)),
    ...buildCheckWhen(schema.contains, (part) =>
      json.contains(toValidator(part), schema.minContains, schema.maxContains),
    ),
  ];
}

function buildObjectChecks(schema: Schema): Checks {
  const names = [...(schema.properties?.keys() ?? [])];
  const written = [...(schema.patternProperties ?? [])];
  const patterns = written.flatMap(([pattern, part]) => {
    const expression = toRegExp(pattern);
    return expression === undefined ? [] : [[expression, toValidator(part)] as const];
  });
  // A pattern that is not enforced might match any key, so no key can be called additional.
  const additional = patterns.length < written.length ? undefined : schema.additionalProperties;
  return [
    ...buildCheckWhen(schema.required, (required) => json.required(...required)),
    ...buildCheckWhen(schema.properties, (parts) => json.properties(buildValidators(parts))),
    ...(patterns.length === 0 ? [] : [json.patternProperties(...patterns)]),
    ...buildCheckWhen(additional, (part) =>
      json.additionalProperties(toValidator(part), names, ...patterns.map(([pattern]) => pattern)),
    ),
    ...buildCheckWhen(schema.propertyNames, (part) => json.propertyNames(toValidator(part))),
    ...buildCheckWhen(schema.minProperties, json.minProperties),
    ...buildCheckWhen(schema.maxProperties, json.maxProperties),
    ...buildCheckWhen(schema.dependentRequired, (map) =>
      json.dependentRequired(Object.fromEntries(map)),
    ),
    ...buildCheckWhen(schema.dependentSchemas, (parts) =>
      json.dependentSchemas(buildValidators(parts)),
    ),
  ];
}

/** An object without a prototype, so that every name can be a member, `__proto__` too. */
function buildValidators(parts: ReadonlyMap<string, Schema>): Record<string, z.ZodType> {
  const named: Record<string, z.ZodType> = Object.create(null);
  for (const [name, part] of parts) {
    named[name] = toValidator(part);
  }
  return named;
}

function buildApplicatorChecks(schema: Schema): Checks {
  const list = (parts: readonly Schema[]): z.ZodType[] => parts.map(toValidator);
  const anything = z.unknown();
  return [
    ...buildCheckWhen(schema.ref, ({ target }) => json.allOf(toValidator(target))),
    ...buildCheckWhen(schema.allOf, (parts) => json.allOf(...list(parts))),
    ...buildCheckWhen(schema.anyOf, (parts) => json.anyOf(...list(parts))),
    ...buildCheckWhen(schema.oneOf, (parts) => json.oneOf(...list(parts))),
    ...buildCheckWhen(schema.not, (part) => json.not(toValidator(part))),
    ...buildCheckWhen(schema.if, (condition) =>
      json.conditional(
        toValidator(condition),
        schema.then === undefined ? anything : toValidator(schema.then),
        ...(schema.else === undefined ? [] : [toValidator(schema.else)]),
      ),
    ),
  ];
}
