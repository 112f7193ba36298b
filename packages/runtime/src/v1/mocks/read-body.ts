import { createFormDecoder, type OtherFields } from "../parameters/decode.ts";
import type { ParameterDefinition } from "../parameters/definition.ts";

/**
 * Reads a body.
 *
 * @param parse parses JSON; default: `JSON.parse`
 */
export type ReadMockBody = (
  request: Request,
  parse?: ((text: string) => unknown) | undefined,
) => Promise<unknown>;

/**
 * Reads a body as its media type says: JSON as its value, a multipart body as a form, text as text, and any other as a
 * Blob. JSON that cannot be parsed stays text.
 */
export async function readMockBody(
  request: Request,
  parse: (text: string) => unknown = JSON.parse,
): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (request.body === null) {
    return undefined;
  }
  if (/^multipart\/form-data/i.test(type)) {
    return request.formData();
  }
  if (!/json|text|xml|urlencoded/i.test(type)) {
    return request.blob();
  }
  const text = await request.text();
  try {
    return /[/+]json\s*(?:;|$)/i.test(type) ? parse(text) : text;
  } catch {
    return text;
  }
}

/** Reads a body as `readMockBody` does, and decodes the fields of a form. */
export function readMockForm(
  definitions: readonly ParameterDefinition[],
  others?: OtherFields,
): ReadMockBody {
  const decode = createFormDecoder(definitions, others);
  return async (request, parse) => {
    const body = await readMockBody(request, parse);
    const isForm = /form-urlencoded/i.test(request.headers.get("content-type") ?? "");
    return isForm && typeof body === "string" ? decode(body) : body;
  };
}
