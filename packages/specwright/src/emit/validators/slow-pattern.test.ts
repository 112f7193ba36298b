import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { createTemplates } from "../shared/print/templates.ts";
import { emitValidators } from "./index.ts";

test("patterns that can take exponential time are reported with their place and why", () => {
  const schemas = {
    A: { type: "string", pattern: "^(\\w+\\s?)*$" },
    B: { type: "object", patternProperties: { "^(x|x)*$": {}, "^x*$": {} } },
    C: { type: "string", pattern: "^[a-z]+(-[a-z]+)*$" },
  };
  const { diagnostics } = emitValidators({
    model: buildModelFrom({ components: { schemas } }),
    command: "specwright generate",
    render: createTemplates(),
  });
  expect(diagnostics.map(({ code, severity, pointer }) => [code, severity, pointer])).toEqual([
    ["slow-pattern", "warning", "/components/schemas/A"],
    ["slow-pattern", "warning", "/components/schemas/B"],
  ]);
  expect(diagnostics[0]?.message).toContain(
    "`a` and repetitions of it can be matched in several ways",
  );
});

test("patterns that can take quadratic time or worse are reported, unless texts are short", () => {
  const schemas = {
    A: { type: "string", pattern: "^\\s*\\s*$" },
    B: { type: "string", pattern: "^\\s*\\s*$", maxLength: 3000 },
    C: { type: "string", pattern: "^(.*),(.*),(.*)$", maxLength: 3000 },
    D: { type: "object", maxLength: 5, patternProperties: { "\\d+$": {} } },
  };
  const { diagnostics } = emitValidators({
    model: buildModelFrom({ components: { schemas } }),
    command: "specwright generate",
    render: createTemplates(),
  });
  expect(diagnostics.map(({ code, severity, pointer }) => [code, severity, pointer])).toEqual([
    ["slow-pattern", "warning", "/components/schemas/A"],
    ["slow-pattern", "warning", "/components/schemas/C"],
    ["slow-pattern", "warning", "/components/schemas/D"],
  ]);
  expect(diagnostics.map(({ message }) => /quadratic|cubic/.exec(message)?.[0])).toEqual([
    "quadratic",
    "cubic",
    "quadratic",
  ]);
});
