/**
 * The functions that generated validators call: `schema` builds a Zod schema on first use and puts a fast test before
 * it, the checks add the keywords of JSON Schema 2020-12 that Zod lacks, and predicates consist of tests such as
 * `isEqual`. Import this module as a namespace.
 */
export type { Check, Part, Problem } from "./schema/checks/check.ts";
export { discriminator } from "./schema/checks/check-discriminator.ts";
export {
  allOf,
  anyOf,
  conditional,
  not,
  oneOf,
} from "./schema/checks/checks-applicators.ts";
export {
  contains,
  items,
  maxItems,
  minItems,
  prefixItems,
  unevaluatedItems,
  uniqueItems,
} from "./schema/checks/checks-arrays.ts";
export type { PatternProperty } from "./schema/checks/checks-objects.ts";
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
} from "./schema/checks/checks-objects.ts";
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
} from "./schema/checks/checks-scalars.ts";
export { constant, enumeration, type } from "./schema/checks/checks-values.ts";
export { converted } from "./schema/converted.ts";
export { schema } from "./schema/define.ts";
export type { FieldIssue } from "./schema/issues/field-issues.ts";
export { fieldIssues } from "./schema/issues/field-issues.ts";
export { fieldLines } from "./schema/issues/field-lines.ts";
export { describeIssue } from "./schema/issues/messages.ts";
export { onFirstUse } from "./schema/on-first-use.ts";
export type { ObjectSchema, Schema, Shape } from "./schema/types.ts";
export { isEqual, isUnique } from "./schema/values/equal.ts";
export type { Format } from "./schema/values/formats.ts";
export { hasFormat } from "./schema/values/formats.ts";
export type { JsonType } from "./schema/values/json-types.ts";
export { isContainer, isNestedTooDeep, maximumNesting } from "./schema/values/nesting.ts";
export { type NumberFormat, numbers } from "./schema/values/numbers.ts";
export { codePoints, isMultipleOf, isObject } from "./schema/values/scalars.ts";
