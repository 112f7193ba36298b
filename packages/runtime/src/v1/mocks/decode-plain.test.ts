import { expect, test } from "vitest";
import { createParameterDecoder, type ParameterDefinition } from "../parameters.ts";
import { decodePlainParameters } from "./decode-plain.ts";

const definitions: readonly ParameterDefinition[] = [
  { name: "id", in: "path", type: { type: "integer" } },
  { name: "tags", in: "query", type: { type: "array" } },
  { name: "ids", in: "query", type: { type: "array", items: { type: "integer" } } },
  { name: "limit", in: "query", type: { type: "integer" } },
  { name: "q", in: "query" },
  { name: "flag", in: "query", type: { type: "boolean" } },
  { name: "size", in: "query", type: { type: "number" } },
  { name: "x-count", in: "header", type: { type: "number" } },
];

test.each([
  ["1", "tags=a&tags=b%20c&ids=1&ids=x&limit=5&q=a+b&z=1"],
  ["a%2Fb", "tags[]=a&tags[]=b&limit=true&q="],
  ["%ff", ""],
  ["9007199254740993", "size=1e400&limit=1.5&flag=yes&ids=01&ids=-0"],
  ["1e2", "size=1E2&limit=9007199254740993&flag=false&ids=1.0&ids=%201"],
  ["-5", "size=.5&limit=1e3&flag=true&ids=0x10&ids="],
  ["1", "q=a&q=b&limit=1&limit=2&tags=a,b&tags="],
  ["", "tags=a%2Cb&ids=&q=%26%3D"],
])("plain parameters are decoded as all others are: %s?%s", (id, query) => {
  const headers = new Headers({ "x-count": "1.5" });
  const source = { path: { id }, query, headers };
  expect(decodePlainParameters(definitions)(source)).toEqual(
    createParameterDecoder(definitions)(source),
  );
});
