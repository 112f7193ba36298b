/**
 * The functions that generated conversions call (the setting `values`): conversions of single values, of the members of
 * objects and of the items of lists, calls whose input and answer are converted, and JSON with exact numbers. Only code
 * that has conversions imports this module.
 */

export { sendConvertedCallback } from "./callbacks/send-converted-callback.ts";
export { exactJsonBody, invokeConverted } from "./client/conversions/convert-call.ts";
export { type ConversionTable, convertClient } from "./client/conversions/convert-client.ts";
export {
  convertEach,
  convertItems,
  convertMember,
  convertOthers,
  copyItems,
  copyObject,
  isJsonObject,
  isTagged,
} from "./conversions/containers.ts";
export type { OperationConversions } from "./conversions/operation-conversions.ts";
export {
  ConversionError,
  type Convert,
  checkBigInt,
  checkBigIntText,
  checkDate,
  checkDecimal,
  checkInstant,
  checkPlainDate,
  decodeBigInt,
  decodeBigIntText,
  decodeDate,
  decodeDecimal,
  decodeInstant,
  decodePlainDate,
  encodeBigInt,
  encodeBigIntText,
  encodeDate,
  encodeDecimal,
  encodeInstant,
  encodePlainDate,
  keepOthers,
  type TemporalLike,
} from "./conversions/single-values.ts";
