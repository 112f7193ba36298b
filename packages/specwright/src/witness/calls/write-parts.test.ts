import { multipartBodyWith } from "@specwright/runtime/v1/client";
import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { writeParts } from "./write-parts.ts";

test("parts are written as the generated client writes them", async () => {
  const text = { type: "string" };
  const encoding = {
    html: { contentType: "text/html, text/plain" },
    image: { contentType: "image/*" },
    xml: { contentType: "application/xml" },
  };
  const properties = {
    plain: text,
    'q"': text,
    html: text,
    image: {},
    xml: text,
    list: {},
    whole: {},
  };
  const body = { "multipart/form-data": { schema: { type: "object", properties }, encoding } };
  const operation = { requestBody: { content: body }, responses: {} };
  const model = buildModelFrom({ paths: { "/a": { post: operation } } });
  const [mediaType] = model.operations[0]?.requestBody?.value.content ?? [];
  if (mediaType === undefined) {
    throw new Error("The test's document has no body.");
  }
  const value = {
    plain: "a",
    'q"': "é",
    html: "<p>",
    image: "x",
    xml: "<a/>",
    list: [1, { b: null }],
    whole: {},
  };
  const sent = multipartBodyWith(encoding)({
    ...value,
    image: new Blob([value.image]),
  }) as Blob;
  const [, boundary = ""] = sent.type.split("boundary=");
  const written = writeParts(mediaType, value);
  expect(written.contentType).toBe("multipart/form-data; boundary=boundary");
  expect(written.content).toBe((await sent.text()).replaceAll(boundary, "boundary"));
});
