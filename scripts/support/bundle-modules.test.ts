import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import { bundleModules } from "./bundle-modules.ts";
import { resolveInRoot } from "./paths.ts";

test("the published renderer has our templates compiled, and renders what the sources render", async () => {
  // In the repository, where it finds Handlebars.
  await mkdir(resolveInRoot(".cache"), { recursive: true });
  const target = await mkdtemp(resolveInRoot(".cache/bundle-"));
  onTestFinished(() => rm(target, { recursive: true }));
  const source = resolveInRoot("packages/specwright/src");
  const entries = [`${source}/emit/shared/print/templates.ts`];
  await bundleModules({
    entries,
    source,
    target,
    platform: "node",
    isShared: false,
    hasSources: false,
  });
  const file = `${target}/emit/shared/print/templates.js`;
  expect(await readFile(file, "utf8")).toContain('"validators/index.js": {');
  // The module that was just bundled.
  const built = (await import(pathToFileURL(file).href)) as {
    readonly createTemplates: typeof createTemplates;
  };
  const view = { header: "// made\n", exports: ["Cat", "Dog"], callbacks: false };
  const expected = createTemplates()("validators/index.js", view);
  expect(built.createTemplates()("validators/index.js", view)).toBe(expected);
});
