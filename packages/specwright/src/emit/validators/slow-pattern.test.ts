import { expect, test } from "vitest";
import { modelOf } from "../../../test/model-of.ts";
import { createTemplates } from "../templates.ts";
import { emitValidators } from "./index.ts";

test("patterns that can take exponential time are told with their place and why", () => {
  const schemas = {
    A: { type: "string", pattern: "^(\\w+\\s?)*$" },
    B: { type: "object", patternProperties: { "^(x|x)*$": {}, "^x*$": {} } },
    C: { type: "string", pattern: "^[a-z]+(-[a-z]+)*$" },
  };
  const { diagnostics } = emitValidators({
    model: modelOf({ components: { schemas } }),
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

test("a text that is too long is refused before a pattern sees it", () => {
  const schemas = { A: { type: "string", maxLength: 9, pattern: "^a*a*$" } };
  const { files } = emitValidators({
    model: modelOf({ components: { schemas } }),
    command: "specwright generate",
    render: createTemplates(),
  });
  const code = files.map(({ content }) => content).join("\n");
  expect(code).toContain("z.string().max(9, { abort: true }).regex(/^a*a*$/u)");
  expect(code).toMatch(
    /value\.length <= 9.*&&\s+pattern\w*\.test\(value\)|length <= 9[^;]*\.test\(value\)/s,
  );
});
