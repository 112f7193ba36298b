/**
 * The functions under generated validators: schemas that are built on first use and tested first, checks for the keywords of
 * JSON Schema 2020-12 that Zod does not have, and the tests that predicates consist of. Import it as a namespace.
 */
export type { Check, Part, Problem } from "./schema/check.ts";
export { discriminator } from "./schema/check-discriminator.ts";
export {
  allOf,
  anyOf,
  conditional,
  not,
  oneOf,
} from "./schema/checks-applicators.ts";
export {
  contains,
  items,
  maxItems,
  minItems,
  prefixItems,
  unevaluatedItems,
  uniqueItems,
} from "./schema/checks-arrays.ts";
export type { PatternProperty } from "./schema/checks-objects.ts";
export {
  additionalProperties,
  dependentRequired,
  dependentSchemas,
  maxProperties,
  minProperties,
  patternProperties,
  properties,
  propertyNames,
  required,
  unevaluatedProperties,
} from "./schema/checks-objects.ts";
export {
  exclusiveMaximum,
  exclusiveMinimum,
  format,
  integer,
  maximum,
  maxLength,
  minimum,
  minLength,
  multipleOf,
  pattern,
} from "./schema/checks-scalars.ts";
export { constant, enumeration, type } from "./schema/checks-values.ts";
export { schema } from "./schema/define.ts";
export { isEqual, isUnique } from "./schema/equal.ts";
export type { FieldIssue } from "./schema/field-issues.ts";
export { fieldIssues } from "./schema/field-issues.ts";
export { fieldLines } from "./schema/field-lines.ts";
export type { Format } from "./schema/formats.ts";
export { hasFormat } from "./schema/formats.ts";
export type { JsonType } from "./schema/json-types.ts";
export { describeIssue } from "./schema/messages.ts";
export { isContainer, isNestedTooDeep, maximumNesting } from "./schema/nesting.ts";
export { type NumberFormat, numbers } from "./schema/numbers.ts";
export { onFirstUse } from "./schema/on-first-use.ts";
export { codePoints, isMultipleOf, isObject } from "./schema/scalars.ts";
export type { ObjectSchema, Schema, Shape } from "./schema/types.ts";
