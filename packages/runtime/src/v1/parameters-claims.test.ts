import { expect, test } from "vitest";
import {
  createFormDecoder,
  createParameterDecoder,
  encodeBracketQuery,
  type ParameterDefinition,
} from "./parameters.ts";

/** An exploded object that takes any name. */
const free: ParameterDefinition = {
  name: "free",
  in: "query",
  type: { type: "object", additionalProperties: { type: "integer" } },
};

const others: readonly ParameterDefinition[] = [
  { name: "size", in: "query", type: { type: "integer" } },
  { name: "ids", in: "query", type: { type: "array", items: { type: "string" } } },
  {
    name: "filter",
    in: "query",
    style: "deepObject",
    type: { type: "object", properties: { name: { type: "string" } } },
  },
  {
    name: "expand",
    in: "query",
    arrayFormat: "indices",
    type: { type: "array", items: { type: "string" } },
  },
  {
    name: "place",
    in: "query",
    type: { type: "object", properties: { city: { type: "string" } } },
  },
];
const values = {
  size: 1,
  ids: ["a"],
  filter: { name: "b" },
  expand: ["c", "d"],
  place: { city: "e" },
  free: { f: 1, g: 2 },
};

test.each([
  ["first", [free, ...others]],
  ["last", [...others, free]],
])("an object that takes any name leaves the names of all others alone: %s", (_, definitions) => {
  const query = encodeBracketQuery(definitions, values);
  const decode = createParameterDecoder(definitions);
  expect(decode({ path: {}, query, headers: new Headers() }).query).toEqual(values);
  expect(createFormDecoder(definitions)(query)).toEqual(values);
});

test("it also leaves names that something else than a parameter reads", () => {
  const decode = createParameterDecoder([free], ["api_key"]);
  const query = "api_key=secret&f=1";
  expect(decode({ path: {}, query, headers: new Headers() }).query).toEqual({ free: { f: 1 } });
});

test("the fields of a form that no definition names have brackets, if the form has", () => {
  const lines = { type: "array", items: { type: "integer" } } as const;
  const decode = createFormDecoder([{ name: "size", in: "query", type: { type: "integer" } }], {
    arrayFormat: "brackets",
    type: { type: "object", additionalProperties: lines },
  });
  expect(decode("size=1&a[0]=1&a[1]=2&b[]=3&__proto__[]=4")).toEqual(
    JSON.parse('{ "size": 1, "a": [1, 2], "b": [3], "__proto__": [4] }'),
  );
});
