/** Tests of JSON values by which keywords of JSON Schema 2020-12 are decided. They need nothing else, Zod neither. */
export { isEqual, isUnique } from "./schema/equal.ts";
export { type Format, hasFormat } from "./schema/formats.ts";
export { codePoints, isMultipleOf } from "./schema/scalars.ts";
