import { expect, test } from "vitest";
import type { Diagnostic } from "../../../diagnostic.ts";
import type { Description } from "../description.ts";
import { readDescription } from "./read-description.ts";

function read(value: unknown): {
  readonly description: Description | undefined;
  readonly problems: readonly string[];
} {
  const problems: Diagnostic[] = [];
  const description = readDescription(value, "a.arazzo.yaml", problems);
  return {
    description,
    problems: problems.map(({ severity, pointer, message }) => `${severity} ${pointer} ${message}`),
  };
}

const whole = {
  arazzo: "1.0.1",
  info: { title: "a", version: "1" },
  sourceDescriptions: [{ name: "shop", url: "shop.yaml", type: "openapi" }],
};

test("every problem of a document is reported at its place", () => {
  const { problems } = read({
    ...whole,
    info: { title: 1 },
    sourceDescriptions: [{ name: "shop" }],
    workflows: [
      {
        workflowId: "buy",
        step: [],
        steps: [
          { stepId: "a", operationId: "x", workflowId: "y" },
          { stepId: "a", operationId: "x", successCriteria: [{ condition: "$statusCode = 1" }] },
          { stepId: "b", operationId: "x", outputs: { id: "$response.bod#/id" } },
          { stepId: "c" },
          { operationId: "x" },
          {
            stepId: "d",
            operationId: "x",
            onFailure: [
              { name: "again", type: "repeat" },
              { reference: "$components.failureActions.gone" },
            ],
            requestBody: {
              contentType: "application/xml",
              payload: "<a/>",
              replacements: [
                { target: "//a[1]", value: 1 },
                { target: "//a[", value: 1 },
                { target: "a", targetSelectorType: "jsonpointer", value: 1 },
                { target: "$[", targetSelectorType: "jsonpath", value: 1 },
              ],
            },
          },
          {
            stepId: "e",
            operationId: "x",
            successCriteria: [
              { context: "$response.body", type: "xpath", condition: "/a[" },
              {
                context: "$response.body",
                type: { type: "xpath", version: "xpath-10" },
                condition: "/a",
              },
            ],
          },
          { stepId: "f", channelPath: "x", action: "send" },
          {
            stepId: "g",
            operationId: "x",
            successCriteria: [{ context: "$response.body", type: "regex", condition: "^(a+)+$" }],
          },
          {
            stepId: "h",
            operationId: "x",
            successCriteria: [{ context: "$response.body", type: "jsonpath", condition: "$[" }],
          },
        ],
      },
    ],
  });
  const at = "/workflows/0/steps";
  const expected = [
    ["error /info/title", "must be a text"],
    ["error /info", "has no `version`"],
    ["error /sourceDescriptions/0", "has no `url`"],
    ["warning /workflows/0/step", "has no member `step`"],
    [`error ${at}/0`, "A step has `operationId` and `workflowId`"],
    [`error ${at}/1/successCriteria/0/condition`, "it cannot be read from `= 1` on"],
    [`error ${at}/2/outputs/id`, "`$response.bod#/id` is not a runtime expression"],
    [`error ${at}/3`, "does not say what it calls"],
    [`error ${at}/4`, "has no `stepId`"],
    [`error ${at}/5/onFailure/0/type`, "is `repeat`"],
    [`error ${at}/5/onFailure/1/reference`, "no component `$components.failureActions.gone`"],
    [`error ${at}/5/requestBody/replacements/1/target`, "is not of the type xpath: XPST0003"],
    [`error ${at}/5/requestBody/replacements/2/target`, "`a` is not a JSON Pointer"],
    [`error ${at}/5/requestBody/replacements/3/target`, "is not of the type jsonpath"],
    [`error ${at}/6/successCriteria/0/condition`, "is not a condition of the type xpath: XPST0003"],
    [`error ${at}/6/successCriteria/1/type`, "XPath 3.1, 3.0 and 2.0, and not `xpath-10`"],
    [`warning ${at}/7`, "The step `f` sends a message (AsyncAPI)"],
    [`error ${at}/8/successCriteria/0/condition`, "it can take exponential time"],
    [`error ${at}/9/successCriteria/0/condition`, "is not a condition of the type jsonpath"],
    [`error ${at}/1`, "Two parts of the list have the name `a`"],
  ] as const;
  for (const [place, message] of expected) {
    const own = problems.filter((each) => each.startsWith(`${place} `));
    expect(own.join("\n"), place).toContain(message);
  }
  // A document without a readable source is reported, too.
  expect(problems).toHaveLength(expected.length + 1);
});

test("a version that is not known, and another document, are one problem each", () => {
  expect(read({ arazzo: "2.0.0" }).problems).toEqual([
    "error /arazzo specwright does not know Arazzo 2.0.0.",
  ]);
  expect(read({ openapi: "3.1.0" }).problems).toEqual([
    "error  a.arazzo.yaml is not an Arazzo document: it does not begin with `arazzo: 1.x`.",
  ]);
});

test("a component takes the value of its reference", () => {
  const { description, problems } = read({
    ...whole,
    components: { parameters: { page: { name: "page", in: "query", value: 1 } } },
    workflows: [
      {
        workflowId: "list",
        steps: [
          {
            stepId: "a",
            operationId: "x",
            parameters: [
              { reference: "$components.parameters.page", value: "$inputs.page" },
              { reference: "$components.parameters.page" },
            ],
          },
        ],
      },
    ],
  });
  expect(problems).toEqual([]);
  const scope = {
    ...{ inputs: { page: 5 }, steps: new Map(), workflows: new Map(), sources: new Map() },
    self: undefined,
  };
  const values = description?.workflows[0]?.steps[0]?.parameters.map(({ value }) => value(scope));
  expect(values).toEqual([5, 1]);
});

test("aliases that make a payload endless are refused", () => {
  let value: unknown = ["a"];
  for (let depth = 0; depth < 40; depth += 1) {
    value = [value, value];
  }
  const steps = [{ stepId: "a", operationId: "x", requestBody: { payload: value } }];
  const { problems } = read({ ...whole, workflows: [{ workflowId: "w", steps }] });
  expect(problems.join()).toContain("more than 100000 parts");
});
