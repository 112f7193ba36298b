import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Model } from "specwright";
import { afterAll, expect, test } from "vitest";
import { pairs } from "../../packages/specwright/src/compare/testing/pairs.ts";
import { emitServer } from "../../packages/specwright/src/emit/server/index.ts";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import { buildTypedModel } from "../../packages/specwright/src/emit/typed-model.ts";
import { emitTypes } from "../../packages/specwright/src/emit/types/index.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";
import { generateDefaults } from "../../packages/specwright/test/generate-defaults.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { compareVerdicts, compileFolder, writeSettings } from "./compile-folder.ts";
import { printServer } from "./server-consumer.ts";

/** Kinds of changes whose verdict on handlers does not concern the types, with the reason. */
const beyondTypes: readonly (readonly [kinds: RegExp, reason: string])[] = [
  [/-hidden-property-changed$/, "It depends on what changed of the property."],
  [/-dynamic-reference-changed$/, "It depends on the schemas that are bound."],
  [/^component-schema-unused-changed$/, "Nobody knows which way its values go."],
  [/-value-allowed$/, "A property that nothing fitted had no code."],
  [/-hidden-property-changed$/, "No value of this direction has the property."],
  [/-dynamic-reference-changed$/, "It depends on the schemas that are bound."],
  [/-(?:alternatives|all-of)-(?:added|removed)$/, "It depends on the schemas that are combined."],
  [/-(?:discriminator|mapping)-changed$/, "It depends on the schemas that are combined."],
];

const folder = mkdtempSync(join(resolveInRoot("test/changes"), ".proof-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const render = createTemplates();

/** Writes the declarations of the types and the server. */
function writeServer(model: Model, into: string): void {
  const context = { model, command: "specwright generate", render, ...generateDefaults };
  for (const { path, content } of [...emitTypes(context).files, ...emitServer(context).files]) {
    if (path.endsWith(".d.ts")) {
      mkdirSync(dirname(join(into, path)), { recursive: true });
      writeFileSync(join(into, path), content);
    }
  }
}

/** Writes the server of each old document, once for the old packages and once for the new ones. */
function writeProjects(): void {
  for (const [kind, [before, after]] of pairs) {
    const model = buildModelFrom(before);
    const split = buildTypedModel({ model, readWriteSplit: true });
    for (const [name, own] of [
      ["old", model],
      ["new", buildModelFrom(after)],
    ] as const) {
      writeServer(own, join(folder, kind, name));
      for (const isExhaustive of [false, true]) {
        writeFileSync(
          join(folder, kind, `${name}-${isExhaustive ? "exhaustive" : "plain"}.ts`),
          printServer(split, `./${name}`, isExhaustive),
        );
      }
    }
  }
  writeSettings(folder);
}

test("old handlers compile against the new server exactly where the table says so", {
  timeout: 300_000,
}, () => {
  writeProjects();
  const errors = compileFolder(folder);
  // A server that does not compile against its own packages would prove nothing.
  expect([...errors].filter(([file]) => /\/old/.test(file))).toEqual([]);
  const differing = compareVerdicts(errors, ({ handlers }) => handlers, beyondTypes);
  expect(differing).toEqual([]);
});
