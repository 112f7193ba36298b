import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { types } from "specwright";
import { afterAll, expect, test } from "vitest";
import { pairs } from "../../packages/specwright/src/compare/testing/pairs.ts";
import { buildTypedModel } from "../../packages/specwright/src/emit/typed-model.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { compareVerdicts, compileFolder, writeSettings } from "./compile-folder.ts";
import { printConsumer } from "./consumer.ts";

/** Kinds of changes whose verdict does not concern the types, with the reason. */
const beyondTypes: readonly (readonly [kinds: RegExp, reason: string])[] = [
  [/^operation-id-(?:added|removed)$/, "The client's functions are named by it."],
  [/^operation-(?:first-)?tag-/, "The client has a module for each tag."],
  [/^operation-pagination-changed$/, "The client has iterators of it."],
  [/^callback-/, "The types of operations have no callbacks; the client has a module of senders."],
  [/^component-schema-unused-changed$/, "Nobody knows which way its values go."],
  [/-media-type-(?:widened|narrowed|parameters-changed)$/, "Only code that names the key breaks."],
  [/^media-type-default-changed$/, "The client's functions send it and ask for it."],
  [/-hidden-property-changed$/, "It depends on what changed of the property."],
  [/-dynamic-reference-changed$/, "It depends on the schemas that are bound."],
  [/-value-allowed$/, "A property that nothing fitted had no code."],
  [/-(?:alternatives|all-of)-(?:added|removed)$/, "It depends on the schemas that are combined."],
  [/-(?:discriminator|mapping)-changed$/, "It depends on the schemas that are combined."],
];

const folder = mkdtempSync(join(resolveInRoot("test/changes"), ".proof-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the consumers of the old document of each pair, once with the old types and once with the new ones. */
function writeProjects(): void {
  for (const [kind, [before, after]] of pairs) {
    mkdirSync(join(folder, kind));
    for (const [name, document] of [
      ["old", before],
      ["new", after],
    ] as const) {
      const whole = { openapi: "3.1.0", info: { title: "a", version: "1" }, ...document };
      writeFileSync(
        join(folder, kind, `${name}.d.ts`),
        types({ document: whole, folder, readWriteSplit: true }).text,
      );
      const model = buildTypedModel({ model: buildModelFrom(before), readWriteSplit: true });
      writeFileSync(
        join(folder, kind, `${name}-plain.ts`),
        printConsumer(model, `./${name}.d.ts`, false),
      );
      writeFileSync(
        join(folder, kind, `${name}-exhaustive.ts`),
        printConsumer(model, `./${name}.d.ts`, true),
      );
    }
  }
  writeSettings(folder);
}

test("old consumers compile against the new types exactly where the table says so", {
  timeout: 300_000,
}, () => {
  writeProjects();
  const errors = compileFolder(folder);
  // A consumer that does not compile against its own types would prove nothing.
  expect([...errors].filter(([file]) => /\/old/.test(file))).toEqual([]);
  const differing = compareVerdicts(errors, ({ clientCode }) => clientCode, beyondTypes);
  expect(differing).toEqual([]);
});
