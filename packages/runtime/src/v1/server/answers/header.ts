import { setMember } from "../../parameters/typed-text.ts";
import { encodeHeaders, type ParameterDefinition } from "../../parameters.ts";
import type { Answer } from "../call.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Prepares the writing of documented headers in their style, such as exploded objects or JSON. Texts beyond ASCII are
 * written as UTF-8. Undocumented headers are not changed.
 */
export function createHeaderWriter(
  byStatus: Readonly<Record<string, readonly ParameterDefinition[]>> | undefined,
): (status: number, fields: Fields | undefined) => Fields | undefined {
  if (byStatus === undefined) {
    return (_status, fields) => fields;
  }
  return (status, fields) => {
    const text = String(status);
    const documented = byStatus[text] ?? byStatus[`${text[0]}XX`] ?? byStatus.default;
    return documented === undefined || fields === undefined
      ? fields
      : Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [name, write(name, value, documented)]),
        );
  };
}

function write(name: string, value: unknown, documented: readonly ParameterDefinition[]): unknown {
  const key = name.toLowerCase();
  const definition = documented.find((each) => each.name.toLowerCase() === key);
  if (definition === undefined || key === "set-cookie" || value === undefined) {
    return value;
  }
  const [field] = encodeHeaders([definition], { [definition.name]: value });
  return field?.[1];
}

/**
 * Adds the header fields that a hook or a handler returned.
 *
 * @throws TypeError for a line break or another forbidden character
 */
export function addHeaders(
  headers: Answer["headers"],
  added: Readonly<Record<string, unknown>> | undefined,
): void {
  if (added === undefined) {
    return;
  }
  for (const [name, value] of Object.entries(added)) {
    const key = name.toLowerCase();
    if (value === undefined) {
      continue;
    }
    const text =
      key === "set-cookie" && Array.isArray(value)
        ? value.map(writeFieldText)
        : writeFieldText(value);
    if (!token.test(key) || [text].flat().some((each) => forbidden.test(each))) {
      throw new TypeError(`The header ${JSON.stringify(name)} cannot be sent.`);
    }
    setMember(headers, key, text);
  }
}

/** RFC 9110, sections 5.1 and 5.5. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;
const forbidden = /[^\t\x20-\x7e\x80-\xff]/;

/** Writes a value in OpenAPI's `style: simple`: lists joined by commas, objects as `name,value,…`. */
function writeFieldText(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map(String).join(",");
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value).flat().map(String).join(",")
    : String(value);
}
