import { describe, expect, test } from "vitest";
import { evaluateCondition } from "./evaluate-condition.ts";
import { listConditionExpressions, parseCondition } from "./parse-condition.ts";
import type { Scope } from "./scope.ts";

const scope: Scope = {
  inputs: { limit: 2, name: "ADA", "dotted.name": { a: 1 }, list: [{ id: 7 }], none: null },
  steps: new Map([["make", { id: "5", tags: ["x"] }]]),
  workflows: new Map(),
  sources: new Map(),
  self: undefined,
  call: {
    request: { url: "http://127.0.0.1/a", method: "GET" },
    response: { status: 200, headers: { "X-Left": "3" }, body: { items: [{ id: 1 }], ok: true } },
  },
};

function judge(text: string): unknown {
  const condition = parseCondition(text);
  if (typeof condition === "string") {
    throw new Error(condition);
  }
  return evaluateCondition(condition, scope);
}

describe("a condition", () => {
  test.each([
    ["$statusCode == 200", true],
    ["$statusCode==200&&$statusCode!=201", true],
    ["$statusCode >= 200 && $statusCode < 300", true],
    ["$method == 'get'", true],
    ["$inputs.name == 'ada'", true],
    ["$inputs.name != 'ada'", false],
    ["$response.header.x-left > 2", true],
    ["$response.header.X-Left == 3", true],
    ["$response.body#/items/0/id == 1", true],
    ["$response.body.items[0].id == 1", true],
    ["$response.body['items'][0]['id'] == 1", true],
    ["$response.body#/ok", true],
    ["!$response.body#/ok", false],
    ["!($statusCode == 404)", true],
    ["$response.body#/gone == null", true],
    ["$response.body#/gone != null", false],
    ["$inputs.none == null && $inputs.limit != null", true],
    ["$response.body#/gone < 1", false],
    ["null == null", true],
    ["'it''s' == 'IT''S'", true],
    ["$steps.make.outputs.id == 5", true],
    ["$steps.make.outputs.tags[0] == 'x'", true],
    ["$inputs.dotted.name.a == 1", true],
    ["$inputs.list[0].id == 7", true],
    ["{$inputs.limit} == 2", true],
    ["'b' > 'a' && 'B' <= 'b'", true],
    ["10 > 9", true],
    ["'10' > '9'", true],
    ["'true' == true", true],
  ])("%s is %s", (text, expected) => {
    expect(judge(text)).toBe(expected);
  });

  test("binds `!` before comparisons, those before `&&`, and that before `||`", () => {
    expect(judge("true || false && false")).toBe(true);
    expect(judge("(true || false) && false")).toBe(false);
    expect(judge("false && true || true")).toBe(true);
    expect(judge("!false == true")).toBe(true);
    expect(judge("1 == 1 && 2 == 2 || 1 == 2")).toBe(true);
  });

  test.each([
    ["", "a value is expected at its end"],
    ["$statusCode ==", "a value is expected at its end"],
    ["($statusCode == 200", "a `)` is missing"],
    ["$statusCode = 200", "it cannot be read from `= 200` on"],
    ["$statusCode == 200 201", "it goes on behind its end, at the next value"],
    ["$statuscode == 200", "`$statuscode` is not a runtime expression"],
    ["$steps.make.id == 1", "`$steps.make.id` is not a runtime expression"],
    ["$response.body#x == 1", "a JSON Pointer begins with `/`"],
    [`${"(".repeat(2000)}1`, "it has more than 1000 parts"],
  ])("%s is refused", (text, reason) => {
    expect(parseCondition(text)).toContain(reason);
  });

  test("lists the expressions that it reads", () => {
    const condition = parseCondition("!$response.body#/a || $inputs.b == 1 && $statusCode < 300");
    expect(
      typeof condition === "string" ||
        listConditionExpressions(condition).map((each) => each.written),
    ).toEqual(["$response.body#/a", "$inputs.b", "$statusCode"]);
  });
});
