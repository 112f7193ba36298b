import {
  createFormDecoder,
  type OtherFields,
  type ParameterDefinition,
} from "@specwright/runtime/v1/parameters";
import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import type { ArrayFormat } from "../../../document/model/model.ts";
import { describeOtherFields, listFormFields } from "../parameters/form-definitions.ts";
import { buildSentModel } from "../parameters/sent-model.ts";
import { encodeForm } from "./form-fields.ts";

const mediaType = "application/x-www-form-urlencoded";
const integer = { type: "integer" };
const integers = { type: "array", items: integer };
const map = { type: "object", additionalProperties: integer };

/** What the client sends of a form, and what the router reads of it. */
function sendForm(
  schema: object,
  encoding: object,
  arrayFormat: ArrayFormat,
  value: object,
): readonly [text: string, read: unknown] {
  const content = { [mediaType]: { schema: { type: "object", ...schema }, encoding } };
  const responses = { 204: { description: "Done." } };
  const model = buildModelFrom({
    openapi: "3.1.0",
    paths: { "/a": { post: { requestBody: { content }, responses } } },
  });
  const sent = buildSentModel(model, { arrayFormat });
  const [form] = sent.operations[0]?.requestBody?.value.content ?? [];
  if (form === undefined) {
    throw new Error("The operation has no form.");
  }
  // Definitions are plain data, which generated code holds as literals.
  const fields = listFormFields(form) as unknown as readonly ParameterDefinition[];
  const others = describeOtherFields(form) as OtherFields | undefined;
  const text = encodeForm(form, value);
  return [decodeURIComponent(text), createFormDecoder(fields, others)(text)];
}

test.each([
  // A list repeats a name with brackets in every format.
  [{ "ids[]": integers }, {}, { "ids[]": [1, 2] }, "ids[]=1&ids[]=2", "ids[]=1&ids[]=2"],
  [{ "ids[]": integers }, {}, { "ids[]": [1] }, "ids[]=1", "ids[]=1"],
  [{ "at[gte]": integer }, {}, { "at[gte]": 1 }, "at[gte]=1", "at[gte]=1"],
  [{ "o[x]": map }, {}, { "o[x]": { y: 1 } }, 'o[x]={"y":1}', "o[x][y]=1"],
  [
    { "ids[]": integers },
    { "ids[]": { style: "form", explode: false } },
    { "ids[]": [1, 2] },
    "ids[]=1,2",
    "ids[]=1,2",
  ],
  [
    { "ids[]": integers },
    { "ids[]": { style: "form" } },
    { "ids[]": [1, 2] },
    "ids[]=1&ids[]=2",
    "ids[]=1&ids[]=2",
  ],
  [
    { "o[x]": map },
    { "o[x]": { style: "deepObject" } },
    { "o[x]": { y: 1 } },
    "o[x][y]=1",
    "o[x][y]=1",
  ],
  // A name of its own is not a key of the object beside it.
  [
    { at: map, "at[gte]": integer },
    { at: { style: "deepObject" } },
    { "at[gte]": 1, at: { lt: 2 } },
    "at[gte]=1&at[lt]=2",
    "at[gte]=1&at[lt]=2",
  ],
  [
    { ids: integers, "ids[]": integers },
    { ids: { explode: false } },
    { "ids[]": [1], ids: [2] },
    "ids[]=1&ids=2",
    "ids[]=1&ids=2",
  ],
])(
  "the fields %j with the encoding %j carry %j as %s, and as %s in brackets",
  (properties, encoding, value, plain, bracketed) => {
    expect(sendForm({ properties }, encoding, "repeat", value)).toEqual([plain, value]);
    expect(sendForm({ properties }, encoding, "brackets", value)).toEqual([bracketed, value]);
  },
);

test.each([
  [integer, { x: 1, "x[y]": 2 }, "x=1&x[y]=2"],
  [integers, { x: [1], "x[]": [1, 2] }, "x=1&x[]=1&x[]=2"],
  [map, { "x[y]": { z: 1 } }, 'x[y]={"z":1}'],
])(
  "fields that the document does not name are read as its type %j",
  (additionalProperties, value, text) => {
    expect(sendForm({ additionalProperties }, {}, "repeat", value)).toEqual([text, value]);
  },
);

test("keys of a deepObject arrive as they are, and one that would be read as two is refused", () => {
  const send = (key: string): readonly [string, unknown] =>
    sendForm({ properties: { o: map } }, { o: { style: "deepObject" } }, "repeat", {
      o: { [key]: 1 },
    });
  for (const key of ["a[]", "a[b]", "[", "]", ""]) {
    expect(send(key)).toEqual([`o[${key}]=1`, { o: { [key]: 1 } }]);
  }
  expect(() => send("a][b")).toThrow('"o" cannot carry a key with "]["');
});
