import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import type { MediaType } from "../../../document/model/model.ts";
import { dropFileParts, listMultipartParts } from "./multipart-parts.ts";

/** A multipart body with this schema. */
function buildMultipart(
  schema: object,
  encoding: object = {},
  type = "multipart/form-data",
): MediaType {
  const { operations } = buildModelFrom({
    paths: {
      "/a": {
        post: { responses: {}, requestBody: { content: { [type]: { schema, encoding } } } },
      },
    },
    components: { schemas: { File: { type: "string", format: "binary" } } },
  });
  const [first] = operations[0]?.requestBody?.value.content ?? [];
  if (first === undefined) {
    throw new Error("The document has no content.");
  }
  return first;
}

/** Returns whether a property is a file, and whether it is a list. */
function summarizePart(property: object, encoding: object = {}): unknown {
  const parts = listMultipartParts(
    buildMultipart({ properties: { a: property } }, { a: encoding }),
  );
  return parts?.map(({ isFile, isList }) => [isFile, isList])[0];
}

const binary = { type: "string", format: "binary" };

test.each([
  [binary, {}, [true, false]],
  [{ $ref: "#/components/schemas/File" }, {}, [true, false]],
  [{ type: "array", items: binary }, {}, [true, true]],
  [{ anyOf: [binary, { type: "null" }] }, {}, [true, false]],
  [{ anyOf: [binary, { type: "array", items: binary }] }, {}, [true, "optional"]],
  [{ type: "string", contentEncoding: "binary" }, {}, [true, false]],
  [{ type: "string", contentMediaType: "image/png", contentEncoding: "binary" }, {}, [true, false]],
  [
    { type: "string", contentMediaType: "text/plain", contentEncoding: "binary" },
    {},
    [false, false],
  ],
  [{}, {}, [true, false]],
  [{ description: "d" }, { contentType: "image/png, image/jpeg" }, [true, false]],
  [{}, { contentType: "application/json" }, [false, false]],
  [{}, { contentType: "text/plain" }, [false, false]],
  [{ contentMediaType: "image/png" }, {}, [true, false]],
  [{ type: "string", contentMediaType: "application/json" }, {}, [false, false]],
  [
    { type: "string", contentMediaType: "image/png", contentEncoding: "base64" },
    {},
    [false, false],
  ],
  [{ type: "string" }, {}, [false, false]],
  [{ type: "array", items: { type: "integer" } }, {}, [false, true]],
  [{ enum: ["a"] }, {}, [false, false]],
])("a property %j with encoding %j", (property, encoding, kind) => {
  expect(summarizePart(property, encoding)).toEqual(kind);
});

test("properties are found behind references and in compositions; files are not checked", () => {
  const body = buildMultipart({
    allOf: [
      { properties: { a: { type: "integer" }, file: binary } },
      { oneOf: [{ properties: { files: { type: "array", maxItems: 2, items: binary } } }] },
    ],
    additionalProperties: binary,
  });
  expect(listMultipartParts(body)?.map(({ name, isFile }) => [name, isFile])).toEqual([
    ["a", false],
    ["file", true],
    ["files", true],
    [undefined, true],
  ]);
  const checked = dropFileParts(body);
  expect(dropFileParts(body)).toBe(checked);
  const [first, second] = checked?.allOf ?? [];
  expect(first?.properties?.get("a")?.types).toEqual(["integer"]);
  expect(first?.properties?.get("file")?.boolean).toBe(true);
  const files = second?.oneOf?.[0]?.properties?.get("files");
  expect([files?.maxItems, files?.items?.boolean]).toEqual([2, true]);
  expect(checked?.additionalProperties?.boolean).toBe(true);
});

test("a schema that is not an object has no parts", () => {
  expect(listMultipartParts(buildMultipart({ type: "array" }, {}, "multipart/mixed"))).toBe(
    undefined,
  );
  expect(listMultipartParts(buildMultipart({ type: "object" }, {}, "application/json"))).toBe(
    undefined,
  );
  expect(listMultipartParts(buildMultipart({ type: "object" }))).toEqual([]);
});
