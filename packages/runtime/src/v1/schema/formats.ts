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

/** The formats that are asserted (JSON Schema 2020-12 Validation, section 7.3). */
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
  | "uri-template";

/** Each format with its test of a string. */
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
};

/** Whether a string has a format. */
export function hasFormat(text: string, format: Format): boolean {
  return formats[format](text);
}
