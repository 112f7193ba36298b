import { isDate, isDateTime, isDuration, isTime } from "./formats/dates.ts";
import {
  isJsonPointer,
  isRegex,
  isRelativeJsonPointer,
  isUri,
  isUriReference,
  isUriTemplate,
  isUuid,
} from "./formats/identifiers.ts";
import { isEmail, isHostname, isIpv4, isIpv6 } from "./formats/network.ts";
import { isInt64Text, isUint64Text } from "./numbers.ts";

/**
 * The formats of strings that are asserted: those of JSON Schema 2020-12 Validation, section 7.3, and the ones in the
 * OpenAPI Format Registry that apply to both strings and numbers.
 */
export type Format =
  | "date-time"
  | "date"
  | "time"
  | "duration"
  | "email"
  | "hostname"
  | "ipv4"
  | "ipv6"
  | "uri"
  | "uri-reference"
  | "uuid"
  | "regex"
  | "json-pointer"
  | "relative-json-pointer"
  | "uri-template"
  | "int64"
  | "uint64";

/** The test of each format. */
const formats: Readonly<Record<Format, (text: string) => boolean>> = {
  "date-time": isDateTime,
  date: isDate,
  time: isTime,
  duration: isDuration,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  "uri-reference": isUriReference,
  uuid: isUuid,
  regex: isRegex,
  "json-pointer": isJsonPointer,
  "relative-json-pointer": isRelativeJsonPointer,
  "uri-template": isUriTemplate,
  int64: isInt64Text,
  uint64: isUint64Text,
};

/**
 * Returns whether a name is one of these formats. All other formats are annotations.
 *
 * @example
 * ```ts
 * import { isFormat } from "@specwright/runtime/v1/values";
 *
 * isFormat("uuid"); // => true
 * isFormat("colour"); // => false
 * ```
 */
export function isFormat(name: string): name is Format {
  return Object.hasOwn(formats, name);
}

/**
 * Returns whether a string has a format.
 *
 * @example
 * ```ts
 * import { hasFormat } from "@specwright/runtime/v1/values";
 *
 * hasFormat("2026-02-30", "date"); // => false
 * ```
 */
export function hasFormat(text: string, format: Format): boolean {
  return formats[format](text);
}
