import { expect, test } from "vitest";
import { fc } from "../../../../../../test/support/fast-check.ts";
import { decodeHeader, type ValueType } from "../../parameters.ts";
import { type HeaderDefinition, primitiveHeaders } from "./primitive-headers.ts";
import { responseHeaders } from "./response-headers.ts";

const read = (definition: HeaderDefinition, text: string, status = 200): unknown =>
  responseHeaders([definition])(
    new Response(null, { status, headers: { [definition.name]: text } }),
  )[definition.name];

const primitives = ["integer", "number", "boolean", "null", "string"] as const;
const primitive: fc.Arbitrary<ValueType> = fc
  .subarray([...primitives], { minLength: 0 })
  .map((type) => (type.length === 0 ? {} : { type }));
const type: fc.Arbitrary<ValueType> = fc.oneof(
  primitive,
  primitive.map((items): ValueType => ({ type: "array", items })),
  fc.record({ a: primitive, additionalProperties: primitive }).map(
    ({ a, additionalProperties }): ValueType => ({
      type: "object",
      properties: { a },
      additionalProperties,
    }),
  ),
  fc
    .tuple(fc.subarray(["array", "object", "integer", "string"] as const), primitive)
    .map(([names, items]): ValueType => ({ type: names, items, additionalProperties: items })),
);
const part = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.constantFrom(
    ...[
      "",
      "true",
      "false",
      "null",
      "a",
      "a=1",
      "a=",
      "=",
      "b=true",
      "01",
      "1e400",
      "-0",
      "é",
      '"q"',
    ],
    ...["9007199254740993", "[1]", "{}", "1 2", "1.0", "1e2", "a=b=c", "__proto__=1"],
  ),
);

test("headers are read as the server reads those of requests", () => {
  fc.assert(
    fc.property(
      type,
      fc.array(part, { maxLength: 4 }),
      fc.constantFrom(",", ", "),
      fc.boolean(),
      (valueType, parts, comma, explode) => {
        const definition = { name: "x", explode, type: valueType };
        // fetch trims the values of headers.
        const text = parts.join(comma).trim();
        const expected = decodeHeader({ ...definition, in: "header" }, text);
        expect(read(definition, text)).toEqual(expected);
      },
    ),
    { numRuns: 3000 },
  );
});

test("content is JSON or text, and a header of other statuses is left out", () => {
  expect(read({ name: "x", contentType: "application/json" }, '{"a":[1]}')).toEqual({ a: [1] });
  expect(read({ name: "x", contentType: "application/json" }, "{")).toBe("{");
  expect(read({ name: "x", contentType: "text/plain" }, "1")).toBe("1");
  expect(read({ name: "x", statuses: ["2XX"] }, "1")).toBe("1");
  expect(read({ name: "x", statuses: ["default"] }, "1", 404)).toBe("1");
  expect(read({ name: "x", statuses: ["200", "4XX"] }, "1", 500)).toBe(undefined);
});

test("headers that are single values are read alike without what reads lists and objects", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ type: primitive, text: part }), { maxLength: 3 }),
      (fields) => {
        const definitions = fields.map(({ type: valueType }, index) => ({
          name: `x-${index}`,
          type: valueType,
        }));
        const headers = fields.map(({ text }, index): [string, string] => [
          `x-${index}`,
          new TextDecoder("latin1").decode(new TextEncoder().encode(text)),
        ]);
        const response = new Response(null, { headers });
        expect(primitiveHeaders(definitions)(response)).toEqual(
          responseHeaders(definitions)(response),
        );
      },
    ),
  );
});

test("a list of cookies is that of the fields, whose dates have commas", () => {
  const headers = new Headers();
  const cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2, 3", "c=é"];
  for (const cookie of cookies) {
    headers.append("set-cookie", Buffer.from(cookie).toString("latin1"));
  }
  const items: ValueType = { type: "string" };
  const readCookies = responseHeaders([{ name: "Set-Cookie", type: { type: "array", items } }]);
  expect(readCookies(new Response(null, { headers }))).toEqual({ "Set-Cookie": cookies });
  headers.delete("set-cookie");
  headers.append("set-cookie", cookies[0] ?? "");
  expect(readCookies(new Response(null, { headers }))).toEqual({ "Set-Cookie": [cookies[0]] });
});
