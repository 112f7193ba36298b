import { join } from "node:path";
import { openapiOverlay } from "openapi-format";
import { expect, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { smallDocument } from "../../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import type { InputSettings } from "../../document/shape/input-settings.ts";
import { loadWhole } from "../load/load-model.ts";
import { diffOverlay } from "./diff-overlay.ts";
import { shape } from "./shape.ts";

type OverlaySet = NonNullable<Parameters<typeof openapiOverlay>[1]["overlaySet"]>;

const corpus = findNeed("corpus") ?? "";
const part: InputSettings = {
  include: { tags: ["issues", "gists"] },
  names: { schemas: { case: "pascal" }, operations: { case: "camel" } },
};

/** Two real documents: the old one, and what the settings make of the new one. */
const pairs: readonly (readonly [title: string, old: string, next: string, InputSettings])[] = [
  ["two documents", "museum.yaml", "train-travel.yaml", {}],
  ["the same the other way", "train-travel.yaml", "museum.yaml", {}],
  ["a large document and a part of it with other names", "github.json", "github.json", part],
];

test.skipIf(corpus === "").each(pairs)(
  "the overlay between %s leads from one to the other, for another implementation, too",
  async (_, old, next, input) => {
    const folder = makeTemporaryFolder({});
    const read = (file: string): unknown => loadWhole(join(folder, file), { folder }).root.value;
    const before = join(corpus, old);
    shape({ document: join(corpus, next), folder, input, output: "after.json" });
    const { overlay, isWritten } = diffOverlay({
      ...{ before, after: "after.json", output: "change.yaml", folder },
    });
    expect(isWritten).toBe(true);
    const overlays = ["change.yaml"];
    shape({ document: before, folder, input: { overlays }, output: "made.json" });
    const after = read("after.json");
    expect(read("made.json")).toEqual(after);
    const value = structuredClone(loadWhole(before, { folder }).root.value);
    // Its types ask for lists that can change.
    const overlaySet = structuredClone(overlay) as OverlaySet;
    const { data } = await openapiOverlay(value as object, { overlaySet });
    expect(data).toEqual(after);
  },
);

test("documents of several files are compared as one file", () => {
  const write = (summary: string): string =>
    `get: { summary: ${summary}, responses: { "200": { description: ok } } }\n`;
  const root = smallDocument.replace(/ {4}get:[\s\S]*/, "    $ref: a.yaml\n");
  const folder = makeTemporaryFolder({
    ...{ "old/api.yaml": root, "old/a.yaml": write("One") },
    ...{ "new/api.yaml": root, "new/a.yaml": write("Two") },
  });
  const { overlay } = diffOverlay({ before: "old/api.yaml", after: "new/api.yaml", folder });
  expect(overlay.actions).toEqual([{ target: "$.paths['/a'].get", update: { summary: "Two" } }]);
});
