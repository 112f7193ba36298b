/**
 * Parameter styles, both ways: OpenAPI 3.1 section 4.8.12 (and 3.2's `cookie` and `querystring`), RFC 6570, RFC 3986.
 * The client encodes, the server decodes; what is encoded here is decoded here to the same value, except where a style
 * cannot carry it, and then encoding throws.
 */
export {
  createFormDecoder,
  createParameterDecoder,
  type DecodedParameters,
  decodeHeader,
  type ParameterSource,
} from "./parameters/decode.ts";
export type {
  ParameterDefinition,
  ParameterLocation,
  ParameterStyle,
  ValueType,
  ValueTypeName,
} from "./parameters/definition.ts";
export {
  encodeCookies,
  encodeHeaders,
  encodePrimitiveHeaders,
} from "./parameters/encode-header.ts";
export { encodePath, encodePrimitivePath } from "./parameters/encode-path.ts";
export { encodePrimitiveQuery, encodeQuery } from "./parameters/encode-query.ts";
export { joinQuery } from "./parameters/join-query.ts";
export { ParameterError } from "./parameters/parameter-error.ts";
