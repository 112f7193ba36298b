import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { digestOutputs, type RecordedOutput, recordFile } from "./digest-output.ts";

test("generated files differ from those of the last release only where the changelog says so", async () => {
  // Written by test/released-output/programs/record-output.ts.
  const { documents } = JSON.parse(readFileSync(recordFile, "utf8")) as RecordedOutput;
  const current = await digestOutputs();
  const differing = Object.entries(current).flatMap(([name, kinds]) => {
    const recorded = documents[name] ?? {};
    const all = new Set([...Object.keys(kinds), ...Object.keys(recorded)]);
    return [...all].filter((kind) => kinds[kind] !== recorded[kind]);
  });
  const named = readNamedKinds();
  // Add the kind with the reason to "Generated files that differ" in the changelog.
  expect([...new Set(differing)].filter((kind) => !named.includes(kind))).toEqual([]);
}, 120_000);

/** The kinds of files in the list "Generated files that differ" of the next version. */
function readNamedKinds(): readonly string[] {
  const text = readFileSync(resolveInRoot("packages/specwright/CHANGELOG.md"), "utf8");
  const [, next = ""] = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text) ?? [];
  const [, list = ""] =
    /^### Generated files that differ\n([\s\S]*?)(?=^##|(?![\s\S]))/m.exec(next) ?? [];
  return [...list.matchAll(/^- `([^`]+)`: \S/gm)].map(([, kind]) => kind ?? "");
}
