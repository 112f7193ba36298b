import { expect, test } from "vitest";
import { readDraft, toDraft } from "./draft.ts";

const schema = {
  type: "object",
  required: ["title", "count"],
  properties: {
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
    title: { type: "string" },
    count: { type: "integer" },
    ratio: { type: "number" },
    open: { type: "boolean" },
    size: { enum: ["small", 2] },
    tags: { type: "array", items: { type: "string" } },
    owner: {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, age: { type: "integer" } },
    },
    more: { type: "object" },
  },
} as const;

test("a draft becomes the value that it says, without what was not filled in", () => {
  const draft = {
    title: " spaces stay ",
    count: "3",
    open: "false",
    size: "2",
    tags: ["a", "b"],
    owner: { name: "Ada", age: "" },
    more: '{"x": [1]}',
  };
  const { value, problems } = readDraft(schema, draft);
  expect([...problems]).toEqual([]);
  expect(value).toEqual({
    title: " spaces stay ",
    count: 3,
    open: false,
    size: 2,
    tags: ["a", "b"],
    owner: { name: "Ada" },
    more: { x: [1] },
  });
  expect(readDraft(schema, toDraft(schema, value)).value).toEqual(value);
});

test("each problem is at its field, and an object that is left out asks for nothing", () => {
  const { problems } = readDraft(schema, {
    count: "3.5",
    ratio: "1e",
    tags: ["a", ""],
    owner: { age: "30" },
    more: "{",
  });
  expect([...problems.keys()].sort()).toEqual([
    "count",
    "more",
    "owner.name",
    "ratio",
    "tags.1",
    "title",
  ]);
  expect(problems.get("count")).toBe('"3.5" is not a whole number');
  expect([...readDraft(schema, { title: "t", count: "1" }).problems]).toEqual([]);
});

test("a file is one value, which is there as a whole or not at all", () => {
  const text = { type: "string" };
  const file = {
    type: "object",
    properties: { name: text, mimetype: text, key: text },
    required: ["name", "mimetype", "key"],
  };
  const taking = {
    type: "object",
    required: ["photo"],
    properties: { photo: { anyOf: [file, text] }, more: { type: "array", items: file } },
  };
  expect([...readDraft(taking, {}).problems]).toEqual([["photo", "Choose a file"]]);
  const photo = { name: "a.png", mimetype: "image/png", key: "proj_1/req_file_1/a.png" };
  const { value, problems } = readDraft(taking, { photo, more: [photo] });
  expect([...problems]).toEqual([]);
  expect(value).toEqual({ photo, more: [photo] });
  expect(toDraft(taking, value)).toEqual({ photo, more: [photo] });
});

test("an object without members asks for nothing", () => {
  for (const empty of [{ type: "object", properties: {} }, { type: "object" }]) {
    expect(readDraft(empty, undefined)).toEqual({ value: undefined, problems: new Map() });
  }
});
