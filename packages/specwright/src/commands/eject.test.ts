import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { makeTargetProject } from "../../../../test/support/own-target.ts";
import { run } from "../../test/run-cli.ts";
import type { Model } from "../document/model/model.ts";
import { listSiblings } from "../emit/shared/print/target-imports.ts";
import { createTemplates } from "../emit/shared/print/templates.ts";
import type { OutputFile } from "../output-file.ts";
import { eject } from "./eject.ts";
import { loadModel } from "./load/load-model.ts";
import { loadTargets } from "./load/load-targets.ts";
import { emitTargets, loadEmitters } from "./output/emit-targets.ts";
import { targetNames } from "./settings/targets.ts";

const corpus = findNeed("corpus");
const root = join(import.meta.dirname, "../../../..");

async function emitFiles(model: Model, asked: readonly string[]): Promise<readonly OutputFile[]> {
  const loaded = await loadTargets(asked, root);
  const specifiers = listSiblings(loaded.targets.map(({ name }) => name));
  const render = createTemplates({ targets: specifiers });
  const context = {
    model,
    command: "specwright generate",
    render,
    specifiers,
    readWriteSplit: true,
  };
  const emitters = await loadEmitters(loaded.targets);
  const { results } = emitTargets(loaded, emitters, context, { run: (_name, work) => work() });
  return results.flatMap(({ files }) => files);
}

const models = [
  join(root, "spec/openapi.yaml"),
  ...(corpus === undefined ? [] : [join(corpus, "museum.yaml"), join(corpus, "train-travel.yaml")]),
].map((document) => loadModel(document).model);

test.each(targetNames)("the ejected target %s writes the same bytes", async (name) => {
  // Below the repository, so that its code finds our packages.
  const out = join(root, ".cache/ejected", `${name}-${process.pid}`);
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const { module } = eject({ target: name, out, folder: root });
  for (const model of models) {
    const files = await emitFiles(model, [module]);
    expect(files.filter(({ path }) => path.startsWith(`${name}/`)).length).toBeGreaterThan(2);
    expect(files).toEqual(await emitFiles(model, [name]));
  }
});

test("an ejected target is edited, and is generated instead of the built-in one", async () => {
  const folder = makeTargetProject({});
  const ended = await run(folder, ["eject", "types"]);
  expect(ended).toMatchObject({ code: 0, err: "" });
  expect(ended.out).toContain("./targets/types/target.ts");
  const template = join(folder, "targets/types/templates/types/index.hbs");
  expect(existsSync(template)).toBe(true);
  expect(readFileSync(join(folder, "targets/types/target.ts"), "utf8")).toContain("replaces: true");
  const again = await run(folder, ["eject", "types"]);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining("your edits may be in it") });
  const unknown = await run(folder, ["eject", "clients"]);
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("Did you mean `client`") });
});
