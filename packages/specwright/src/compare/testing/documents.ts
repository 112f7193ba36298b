import type { Document } from "./document-pairs.ts";

/** A document whose request and response have a JSON body with the schema as property `x`, beside components. */
export function wrapSchema(schema: unknown, components: object = {}): Document {
  const wrapped = { type: "object", properties: { x: schema }, required: ["x"] };
  return wrapBody({ "application/json": { schema: wrapped } }, components);
}

/** A document whose request and response have a body with these media types. */
export function wrapBody(content: object, components: object = {}): Document {
  return wrapOperation(
    { requestBody: { content }, responses: { 200: { description: "", content } } },
    { components: { schemas: components } },
  );
}

/** A document whose operation has one parameter. Default: in the query, a text. */
export function wrapParameter(parameter: object): Document {
  const place = (parameter as { readonly in?: string }).in === "path" ? "/a/{p}" : "/a";
  const whole = { name: "p", in: "query", schema: { type: "string" }, ...parameter };
  return wrapOperation({ parameters: [whole] }, {}, place);
}

/** A document whose answer has one header. */
export function wrapHeader(header: object, name = "X-A"): Document {
  return wrapOperation({
    responses: { 200: { description: "", headers: { [name]: header } } },
  });
}

/** A document with one operation. */
export function wrapOperation(operation: object, rest: object = {}, place = "/a"): Document {
  const whole = { operationId: "a", responses: { 200: { description: "" } }, ...operation };
  return { paths: { [place]: { post: whole } }, ...rest };
}
