import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { checkInjection } from "../../packages/specwright/src/authoring/injection/check-injection.ts";
import { describeStructure } from "../../packages/specwright/src/authoring/injection/parse-files.ts";
import type { Target } from "../../packages/specwright/src/emit/define-target.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { buildFeaturesDocument } from "../injection/documents.ts";
import { readPages } from "./pages.ts";

const require = createRequire(import.meta.url);

/** Bruno's own parser, which has no types. */
const bruno = require("@usebruno/lang") as {
  readonly bruToJsonV2: (text: string) => unknown;
  readonly bruToEnvJsonV2: (text: string) => unknown;
};

test("no text of a document with every feature becomes a part of a request in the guide's Bruno target", async () => {
  const page = readPages().find(({ name }) => name === "targets");
  const code = page?.blocks.find(({ file }) => file === "bruno.target.ts")?.code ?? "";
  const folder = resolveInRoot(".cache/bruno-target");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "bruno.target.ts"), code);
  const url = pathToFileURL(join(folder, "bruno.target.ts")).href;
  const { default: target } = (await import(/* @vite-ignore */ url)) as { default: Target };
  const { faults, same } = await checkInjection(target, {
    document: buildFeaturesDocument(),
    count: 150,
    parsers: {
      bru: ({ path, content }) =>
        describeStructure(
          path.includes("/environments/")
            ? bruno.bruToEnvJsonV2(content)
            : bruno.bruToJsonV2(content),
        ),
    },
  });
  expect(faults).toEqual([]);
  expect(same).toBeGreaterThan(100);
});
