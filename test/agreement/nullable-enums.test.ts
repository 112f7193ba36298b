import { expect, test } from "vitest";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import type { TypeOptions } from "../../packages/specwright/src/emit/shared/typescript/type-options.ts";
import { emitTypesWith } from "../../packages/specwright/src/emit/types/index.ts";
import { buildModelOfDocument } from "../conformance/support/document-model.ts";
import { loadValidators } from "../conformance/support/load-validators.ts";

const status = { type: "string", nullable: true, enum: ["open", "closed"] };

const model = buildModelOfDocument({
  openapi: "3.0.3",
  paths: {
    "/tasks": {
      post: {
        operationId: "create",
        parameters: [{ name: "status", in: "query", schema: status }],
        requestBody: {
          content: {
            "application/json": { schema: { type: "object", properties: { status } } },
          },
        },
        responses: { 200: { description: "ok" } },
      },
    },
  },
  components: {
    schemas: {
      Status: status,
      Count: { type: "integer", nullable: true, enum: [1, 2] },
      Constant: { type: "string", nullable: true, const: "one" },
      Untyped: { nullable: true, enum: ["a"] },
      List: { type: "array", items: status },
      Mixed: { nullable: true, type: "string", enum: ["a"], allOf: [{ minLength: 1 }] },
    },
  },
});

const values: Readonly<Record<string, readonly [accepted: unknown[], refused: unknown[]]>> = {
  Status: [
    [null, "open"],
    ["other", 1],
  ],
  Count: [
    [null, 1],
    [3, "1"],
  ],
  Constant: [[null, "one"], ["two"]],
  Untyped: [[null, "a"], ["b"]],
  List: [[[null, "open"]], [["other"]]],
  Mixed: [[null, "a"], ["b"]],
};

test.each([true, false])(
  "validators accept null where 3.0 has nullable beside an enum without it (predicates: %s)",
  (usesPredicates) => {
    const { schemas, operations } = loadValidators(model, { usesPredicates });
    for (const [name, [accepted, refused]] of Object.entries(values)) {
      const judge = (value: unknown): unknown => schemas[name]?.safeParse(value).success;
      expect(accepted.map(judge), name).toEqual(accepted.map(() => true));
      expect(refused.map(judge), name).toEqual(refused.map(() => false));
    }
    const { parameters, requestBody } = operations.create ?? {};
    expect(parameters?.query.safeParse({ status: null }).success).toBe(true);
    const body = requestBody?.["application/json"];
    expect(body?.safeParse({ status: null }).success).toBe(true);
    expect(body?.safeParse({ status: "other" }).success).toBe(false);
  },
);

test("types allow null in the same places", () => {
  const plain = printTypes({});
  expect(plain).toContain('Status: "open" | "closed" | null;');
  expect(plain).toContain("Count: 1 | 2 | null;");
  expect(plain).toContain('Constant: "one" | null;');
  expect(plain).toContain('Untyped: "a" | null;');
  expect(plain).toContain('List: ("open" | "closed" | null)[];');
  const hoisted = printTypes({ enum: true });
  expect(hoisted).toContain("Status: Status | null;");
  expect(hoisted).toContain('export enum Status {\n  open = "open",\n  closed = "closed",\n}');
});

function printTypes(options: TypeOptions): string {
  const context = { model, command: "specwright types", render: createTemplates() };
  return emitTypesWith(context, options)
    .files.map(({ content }) => content)
    .join("\n");
}
