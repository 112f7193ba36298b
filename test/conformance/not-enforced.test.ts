import { describe, expect, test } from "vitest";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import { emitValidators } from "../../packages/specwright/src/emit/validators/index.ts";
import { buildModelOfDocument } from "./support/document-model.ts";
import { Item, paths } from "./support/items-document.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe("rules that cannot be enforced are reported", () => {
  const open = { properties: { kind: { type: "string" } } };
  const discriminator = { propertyName: "kind" };
  test.each([
    [{ type: "string", pattern: "\\h" }, "loss", "pattern-not-enforced"],
    [{ type: "string", pattern: "a\\Z" }, "loss", "pattern-widened"],
    [{ type: "string", format: "idn-email" }, "loss", "format-not-enforced"],
    [{ type: "string", format: "x-own" }, "loss", "format-not-enforced"],
    [{ patternProperties: { "(": true } }, "loss", "pattern-not-enforced"],
    [{ contentEncoding: "base64", contentMediaType: "text/plain" }, "loss", "content-not-enforced"],
    [{ contentMediaType: "application/json", contentSchema: {} }, "loss", "content-not-enforced"],
    [{ xml: { name: "a" } }, "loss", "xml-not-carried"],
    [{ dependencies: {} }, "loss", "unknown-keyword"],
    [{ oneOf: [open, open], discriminator }, "loss", "discriminator-not-enforced"],
    [{ allOf: [ref("A"), { type: "string" }] }, "warning", "endless-reference"],
  ])("%j", (A, severity, code) => {
    const model = buildModelOfDocument({ components: { schemas: { A } } });
    const { diagnostics } = emitValidators({ model, command: "", render: createTemplates() });
    expect(diagnostics).toMatchObject([{ severity, code, pointer: "/components/schemas/A" }]);
  });

  test("formats that are comments by request, or that no value can fail, are not losses", () => {
    const schemas = { A: { format: "double" }, B: { format: "x-own" }, C: { format: "date" } };
    const model = buildModelOfDocument({ components: { schemas } });
    const countCodes = (formats: "assert" | "annotate"): number =>
      emitValidators({ model, command: "", render: createTemplates(), formats }).diagnostics.length;
    expect([countCodes("assert"), countCodes("annotate")]).toEqual([1, 0]);
  });

  test("everything else is enforced, without a word", () => {
    const model = buildModelOfDocument({ components: { schemas: { Item } }, paths });
    expect(emitValidators({ model, command: "", render: createTemplates() }).diagnostics).toEqual(
      [],
    );
  });
});
