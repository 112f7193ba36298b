import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { createTemplates } from "../shared/print/templates.ts";
import { emitValidators } from "./index.ts";

test("formats that no validator asserts are reported, unless they say no more than the type", () => {
  const schemas = {
    A: { type: "string", format: "iban" },
    B: { type: ["string", "null"], format: "string" },
    C: { type: "boolean", format: "string" },
    D: { type: "number", format: "double" },
    E: { type: "string", format: "uuid" },
    F: { type: "integer", format: "int32" },
    G: { type: "string", format: "int64" },
    H: { type: "string", format: "int32" },
    I: { type: "string", format: "double" },
    J: { type: ["number", "null"], format: "float" },
    K: { format: "uint8" },
  };
  const { diagnostics } = emitValidators({
    model: buildModelFrom({ components: { schemas } }),
    command: "",
    render: createTemplates(),
  });
  expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
    ["format-not-enforced", "/components/schemas/A"],
    ["format-not-enforced", "/components/schemas/C"],
    ["format-not-enforced", "/components/schemas/H"],
    ["format-not-enforced", "/components/schemas/I"],
  ]);
});

test("parts of allOf that have no type in common are a warning", () => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Text: { type: "string" },
    Count: { type: "integer", minimum: 1 },
    A: { allOf: [ref("Text"), ref("Count")] },
    B: { type: "object", properties: { b: { type: "number", allOf: [ref("Text")] } } },
    C: { allOf: [ref("Count"), { type: ["number", "null"] }] },
  };
  const { diagnostics } = emitValidators({
    model: buildModelFrom({ components: { schemas } }),
    command: "",
    render: createTemplates(),
  });
  expect(diagnostics.map(({ severity, code, pointer }) => [severity, code, pointer])).toEqual([
    ["warning", "contradictory-schema", "/components/schemas/A"],
    ["warning", "contradictory-schema", "/components/schemas/B/properties/b"],
  ]);
});

test("objects in oneOf that differ in optional properties only are a warning", () => {
  const of = (properties: object, ...required: string[]): object => ({
    type: "object",
    properties,
    required,
  });
  const [text, number, kind] = [{ type: "string" }, { type: "number" }, { enum: ["a"] }];
  const alike = [of({ key: text, text }, "key"), of({ key: text, number })];
  const schemas = {
    Alike: { oneOf: alike },
    Chosen: { oneOf: alike, discriminator: { propertyName: "key" } },
    Any: { anyOf: alike },
    Told: { oneOf: [of({ text }, "text"), of({ number }, "number")] },
    Tagged: { oneOf: [of({ kind }, "kind"), of({ kind: { enum: ["b"] } }, "kind")] },
    Closed: { oneOf: alike.map((each) => ({ ...each, additionalProperties: false })) },
  };
  const { diagnostics } = emitValidators({
    model: buildModelFrom({ components: { schemas } }),
    command: "",
    render: createTemplates(),
  });
  const found = diagnostics.filter(({ code }) => code === "alike-alternatives");
  expect(found.map(({ pointer }) => pointer)).toEqual(["/components/schemas/Alike"]);
});
