import * as json from "@specwright/runtime/v1/schema";
import { isFormat } from "@specwright/runtime/v1/values";
import { readPattern, type Schema } from "specwright";
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
export function fieldProblems(schema: Schema, value: unknown): readonly json.FieldIssue[] {
  if (json.isNestedTooDeep(value)) {
    return [{ path: [], message: `nested more than ${json.maximumNesting} levels deep` }];
  }
  const result = toValidator(schema).safeParse(value, { error: json.describeIssue });
  return result.success ? [] : json.fieldIssues(result.error.issues);
}

type Checks = json.Check[];

function toChecks(schema: Schema): Checks {
  return [
    ...valueChecks(schema),
    ...scalarChecks(schema),
    ...arrayChecks(schema),
    ...objectChecks(schema),
    ...applicatorChecks(schema),
  ];
}

/** Makes the check for a keyword if the schema has the keyword. */
function when<T>(value: T | undefined, check: (value: T) => json.Check): Checks {
  return value === undefined ? [] : [check(value)];
}

function valueChecks(schema: Schema): Checks {
  return [
    ...when(schema.types, (types) => json.type(...types)),
    ...when(schema.enum, (values) => json.enumeration(values)),
    ...when(schema.const, ({ value }) => json.constant(value)),
  ];
}

function scalarChecks(schema: Schema): Checks {
  const { format } = schema;
  return [
    ...when(schema.minimum, json.minimum),
    ...when(schema.maximum, json.maximum),
    ...when(schema.exclusiveMinimum, json.exclusiveMinimum),
    ...when(schema.exclusiveMaximum, json.exclusiveMaximum),
    ...when(schema.multipleOf, json.multipleOf),
    ...when(schema.minLength, json.minLength),
    ...when(schema.maxLength, json.maxLength),
    ...when(schema.pattern === undefined ? undefined : toRegExp(schema.pattern), json.pattern),
    ...(format !== undefined && isFormat(format) ? [json.format(format)] : []),
  ];
}

/** The pattern as a regular expression; undefined when engines read it differently. Such a pattern is not enforced. */
function toRegExp(pattern: string): RegExp | undefined {
  const reading = readPattern(pattern);
  return reading.source === undefined ? undefined : new RegExp(reading.source, reading.flags);
}

function arrayChecks(schema: Schema): Checks {
  const { prefixItems = [] } = schema;
  return [
    ...when(schema.minItems, json.minItems),
    ...when(schema.maxItems, json.maxItems),
    ...(schema.uniqueItems === true ? [json.uniqueItems()] : []),
    ...when(schema.prefixItems, (parts) => json.prefixItems(parts.map(toValidator))),
    ...when(schema.items, (items) => json.items(toValidator(items), prefixItems.length)),
    ...when(schema.contains, (part) =>
      json.contains(toValidator(part), schema.minContains, schema.maxContains),
    ),
  ];
}

function objectChecks(schema: Schema): Checks {
  const names = [...(schema.properties?.keys() ?? [])];
  const written = [...(schema.patternProperties ?? [])];
  const patterns = written.flatMap(([pattern, part]) => {
    const expression = toRegExp(pattern);
    return expression === undefined ? [] : [[expression, toValidator(part)] as const];
  });
  // A pattern that is not enforced might match any key, so no key can be called additional.
  const additional = patterns.length < written.length ? undefined : schema.additionalProperties;
  return [
    ...when(schema.required, (required) => json.required(...required)),
    ...when(schema.properties, (parts) => json.properties(all(parts))),
    ...(patterns.length === 0 ? [] : [json.patternProperties(...patterns)]),
    ...when(additional, (part) =>
      json.additionalProperties(toValidator(part), names, ...patterns.map(([pattern]) => pattern)),
    ),
    ...when(schema.propertyNames, (part) => json.propertyNames(toValidator(part))),
    ...when(schema.minProperties, json.minProperties),
    ...when(schema.maxProperties, json.maxProperties),
    ...when(schema.dependentRequired, (map) => json.dependentRequired(Object.fromEntries(map))),
    ...when(schema.dependentSchemas, (parts) => json.dependentSchemas(all(parts))),
  ];
}

/** An object without a prototype, so that every name can be a member, `__proto__` too. */
function all(parts: ReadonlyMap<string, Schema>): Record<string, z.ZodType> {
  const named: Record<string, z.ZodType> = Object.create(null);
  for (const [name, part] of parts) {
    named[name] = toValidator(part);
  }
  return named;
}

function applicatorChecks(schema: Schema): Checks {
  const list = (parts: readonly Schema[]): z.ZodType[] => parts.map(toValidator);
  const anything = z.unknown();
  return [
    ...when(schema.ref, ({ target }) => json.allOf(toValidator(target))),
    ...when(schema.allOf, (parts) => json.allOf(...list(parts))),
    ...when(schema.anyOf, (parts) => json.anyOf(...list(parts))),
    ...when(schema.oneOf, (parts) => json.oneOf(...list(parts))),
    ...when(schema.not, (part) => json.not(toValidator(part))),
    ...when(schema.if, (condition) =>
      json.conditional(
        toValidator(condition),
        schema.then === undefined ? anything : toValidator(schema.then),
        ...(schema.else === undefined ? [] : [toValidator(schema.else)]),
      ),
    ),
  ];
}
