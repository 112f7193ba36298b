/** Tests of JSON values for keywords of JSON Schema 2020-12. They do not depend on Zod or on anything else. */
export { isEqual, isUnique } from "./schema/values/equal.ts";
export { type Format, hasFormat, isFormat } from "./schema/values/formats.ts";
export { hasType, type JsonType, toJsonType } from "./schema/values/json-types.ts";
export { isContainer } from "./schema/values/nesting.ts";
export { numbers } from "./schema/values/numbers.ts";
export { codePoints, isMultipleOf, isObject } from "./schema/values/scalars.ts";
