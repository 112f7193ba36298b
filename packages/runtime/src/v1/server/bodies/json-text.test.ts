import { expect, test } from "vitest";
import { fc } from "../../../../../../test/support/fast-check.ts";
import { JsonProblem, parseJsonText } from "./json-text.ts";

const findProblemPlace = (text: string): string | undefined => {
  const value = parseJsonText(text);
  return value instanceof JsonProblem ? value.place : undefined;
};

test("a member that is sent twice is refused with its path, at any depth and however it is escaped", () => {
  expect(findProblemPlace('{"a":1,"a":1}')).toBe(".a");
  expect(findProblemPlace('{"a":{"b":[0,{"c":1,"d":"\\"",\n"c" : 2}]}}')).toBe(".a.b[1].c");
  expect(findProblemPlace('[[],[{"x":",:{"}, {"\\u0061 b":1,"a b":2}]]')).toBe('[1][1]["a b"]');
  expect(findProblemPlace('{"__proto__":1,"__proto__":2}')).toBe(".__proto__");
  expect(findProblemPlace('{"":{"":0,"":0}}')).toBe('[""][""]');
});

test("arrays, objects and members are counted before anything is made of them", () => {
  const text = '{"a":[{},{"b":1}],"c":{}}';
  expect(parseJsonText(text, 8)).toEqual(JSON.parse(text));
  expect(parseJsonText(text, 7)).toEqual(
    new JsonProblem("", "more than 7 arrays, objects and members"),
  );
});

test("the same name in another object, or in a value, is accepted", () => {
  expect(findProblemPlace('{"a":{"a":["a","a",{"a":"a:a"}]},"b":{"a":"\\":"}}')).toBeUndefined();
  expect(parseJsonText('{"__proto__":{"a":1},"constructor":2}')).toEqual(
    JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
  );
});

test("every JSON value is accepted and read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(parseJsonText(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test("text that is not JSON is a SyntaxError, with repeated members too", () => {
  for (const text of ["", "{", '{"a":1,"a":}', '{"a":1,,"a":2}', ":", '{"a"']) {
    expect(() => parseJsonText(text)).toThrow(SyntaxError);
  }
});
