/**
 * Parameter styles, both ways: OpenAPI 3.1 section 4.8.12 (and 3.2's `cookie` and `querystring`), RFC 6570, RFC 3986.
 * The client encodes, the server decodes. Decoding an encoded value gives the same value; encoding throws when a style
 * cannot carry the value.
 */
export {
  createFormDecoder,
  createParameterDecoder,
  type DecodedParameters,
  decodeHeader,
  type OtherFields,
  type ParameterSource,
} from "./parameters/decode.ts";
export type {
  ArrayFormat,
  ParameterDefinition,
  ParameterLocation,
  ParameterStyle,
  ValueType,
  ValueTypeName,
} from "./parameters/definition.ts";
export { encodeBracketQuery } from "./parameters/encode-bracket-query.ts";
export {
  encodeCookies,
  encodeHeaders,
  encodePrimitiveHeaders,
} from "./parameters/encode-header.ts";
export { encodePath, encodePrimitivePath } from "./parameters/encode-path.ts";
export { encodePrimitiveQuery, encodeQuery } from "./parameters/encode-query.ts";
export { joinQuery } from "./parameters/join-query.ts";
export { ParameterError } from "./parameters/parameter-error.ts";
