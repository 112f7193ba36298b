import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { buildText } from "../testing/load-texts.ts";
import { findStrictProblems } from "../testing/strict-problems.ts";
import { writePlainHead } from "../testing/write-plain-head.ts";

interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
}

/** `input_parameters` of a tool. Its body has these members, and its document these components. */
function buildInput(members: object, schemas: object = {}): ObjectSchema {
  const document = `${writePlainHead("x")}
paths:
  /a:
    post:
      operationId: a
      summary: A
      description: A.
      requestBody: { content: { application/json: { schema: ${JSON.stringify({ type: "object", properties: members })} } } }
      responses: { '200': { description: Ok. } }
components: { schemas: ${JSON.stringify(schemas)} }
`;
  const schema = buildText(document).tools.get("X_A")?.record.input_parameters ?? {};
  expect(findStrictProblems(schema)).toEqual([]);
  new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  // strictProblems has found an object with properties.
  return schema as unknown as ObjectSchema;
}

function buildMember(member: object, schemas: object = {}): unknown {
  return buildInput({ m: member }, schemas).properties.m;
}

describe("toStrictSchema", () => {
  it("keeps keywords that vendors accept", () => {
    const member = {
      type: "string",
      minLength: 1,
      maxLength: 5,
      pattern: "^a",
      format: "email",
      enum: ["a", "b"],
      description: "Text.",
      default: "a",
    };
    expect(buildMember(member)).toEqual(member);
  });

  it("writes null as an alternative", () => {
    const nullable = { anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] };
    expect(buildMember({ type: ["string", "null"], maxLength: 3 })).toEqual(nullable);
    expect(
      buildMember(
        { anyOf: [{ $ref: "#/components/schemas/S" }, { type: "null" }] },
        {
          S: { type: "string", maxLength: 3 },
        },
      ),
    ).toEqual(nullable);
    expect(
      buildMember({ type: ["string", "null"], enum: ["a", null], description: "One." }),
    ).toEqual({
      anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }],
      description: "One.",
    });
  });

  it("puts references in place and joins allOf", () => {
    const schemas = {
      Base: {
        type: "object",
        required: ["a"],
        properties: { a: { type: "string", minLength: 2 } },
      },
      More: {
        properties: { a: { minLength: 1, maxLength: 9 }, b: { type: "integer", minimum: 0 } },
      },
    };
    const member = {
      allOf: [{ $ref: "#/components/schemas/Base" }, { $ref: "#/components/schemas/More" }],
    };
    expect(buildMember(member, schemas)).toEqual({
      type: "object",
      properties: {
        a: { type: "string", minLength: 2, maxLength: 9 },
        b: { type: "integer", minimum: 0 },
      },
      required: ["a"],
    });
  });

  it("writes oneOf as anyOf and says that exactly one has to fit", () => {
    const member = {
      description: "Either.",
      properties: { id: { type: "integer" } },
      oneOf: [
        { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
      ],
    };
    const id = { type: "integer" };
    const text = { type: "string" };
    expect(buildMember(member)).toEqual({
      description: "Either. Exactly one of the alternatives has to fit.",
      anyOf: [
        { type: "object", properties: { a: text, id }, required: ["a"] },
        { type: "object", properties: { b: text, id }, required: ["b"] },
      ],
    });
  });

  it("says in words rules that the strict subset cannot express", () => {
    const member = {
      type: "array",
      items: {
        type: "object",
        properties: { "odd name": { type: "string" }, ok: {} },
        minProperties: 1,
      },
      uniqueItems: true,
      not: { enum: [[]] },
    };
    expect(buildMember(member)).toEqual({
      type: "array",
      items: {
        type: "object",
        properties: { ok: {} },
        description: 'At least 1 members. Also has a member "odd name".',
      },
      description: "Must not be []. The items have to be different.",
    });
    expect(
      buildMember({
        type: "object",
        properties: { a: { type: "string" } },
        anyOf: [{ required: ["a"] }, { required: ["b", "c"] }],
      }),
    ).toMatchObject({ description: "At least one of these has to be given: a; b and c." });
  });

  it("cuts recursion with a note", () => {
    const Node = {
      type: "object",
      properties: {
        name: { type: "string" },
        children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
      },
    };
    const note = "Has the same form as the object that it is part of, which is not repeated here.";
    expect(buildMember({ $ref: "#/components/schemas/Node" }, { Node })).toEqual({
      type: "object",
      properties: {
        name: { type: "string" },
        children: { type: "array", items: { type: "object", description: note } },
      },
    });
    const Self = { allOf: [{ $ref: "#/components/schemas/Self" }, { type: "string" }] };
    expect(buildMember({ $ref: "#/components/schemas/Self" }, { Self })).toEqual({
      type: "string",
    });
  });

  it("cuts schemas that are nested deeper than ten levels, with a note", () => {
    let member: object = { type: "string" };
    for (let level = 0; level < 30; level += 1) {
      member = { type: "object", properties: { next: member } };
    }
    const schema = buildInput({ m: member });
    expect(JSON.stringify(schema)).toContain("Is nested deeper than can be described here.");
    expect(JSON.stringify(schema).match(/"next"/g)?.length).toBeLessThanOrEqual(10);
  });

  it("leaves read-only members out of arguments", () => {
    expect(
      Object.keys(buildInput({ a: {}, b: { type: "string", readOnly: true } }).properties),
    ).toEqual(["a"]);
  });

  it("ends for schemas that multiply", () => {
    const many = {
      anyOf: Array.from({ length: 12 }, (_, index) => ({
        type: "object",
        properties: { [`p${index}`]: {} },
      })),
    };
    // 12^5 alternatives, if they were all multiplied.
    expect(buildMember({ allOf: [many, many, many, many, many] })).toBeTypeOf("object");
  });
});
