/** Tests of JSON values by which keywords of JSON Schema 2020-12 are decided. They need nothing else, Zod neither. */
export { isEqual, isUnique } from "./schema/equal.ts";
export { type Format, hasFormat, isFormat } from "./schema/formats.ts";
export { hasType, type JsonType, toJsonType } from "./schema/json-types.ts";
export { numbers } from "./schema/numbers.ts";
export { codePoints, isMultipleOf, isObject } from "./schema/scalars.ts";
