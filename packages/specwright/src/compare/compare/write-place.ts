import { quoteName } from "../../text/code-span.ts";
/**
 * Describes a place for the middle of a sentence: `query parameter limit` becomes "the query parameter `limit`", and
 * `request body.name` becomes "`name` of the request body". Places inside components are code: `Note.text`.
 */
export function writePlace(place: string): string {
  const [, kind, name] = /^(\w+ parameter|header|callback) (.+)$/s.exec(place) ?? [];
  if (kind !== undefined) {
    return `the ${kind} ${quoteName(name)}`;
  }
  const [, body, inside = ""] = /^(request body|response \w+)(?:\.?(.+))?$/s.exec(place) ?? [];
  if (body !== undefined) {
    return inside === "" ? `the ${body}` : `${quoteName(inside)} of the ${body}`;
  }
  return quoteName(place);
}
