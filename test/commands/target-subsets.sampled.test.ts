import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../../packages/specwright/src/commands/generate.ts";
import { targetNames } from "../../packages/specwright/src/commands/settings/targets.ts";
import { createProject } from "../../packages/specwright/test/client-project.ts";
import { makeTemporaryFolder } from "../../packages/specwright/test/temporary-folder.ts";
import { readFolder } from "../robustness/output-folder.ts";
import { chooseAmount } from "../support/samples.ts";

/** A document with webhooks, callbacks, security, streams and forms, the features for which modules import others. */
const document = join(import.meta.dirname, "../injection/features.yaml");

const subsets = Array.from({ length: 2 ** targetNames.length - 1 }, (_, index) =>
  targetNames.filter((_name, bit) => ((index + 1) >> bit) % 2 === 1),
);

/** Each target alone, and the others with `npm run test:long`. */
const tried = subsets.filter((targets) => targets.length <= chooseAmount(1, targetNames.length));

test("every subset of the targets compiles, with the files that it imports and no others", {
  timeout: 60_000,
}, async () => {
  const files = [];
  const given: Record<string, readonly string[]> = {};
  for (const targets of tried) {
    const out = makeTemporaryFolder();
    const { imported, written } = await generate({ document, out, targets });
    const name = targets.join("-");
    given[name] = imported;
    expect(new Set(written.map((path) => path.split("/")[0]))).toEqual(
      new Set([...targets, ...imported]),
    );
    const output = Object.entries(readFolder(out));
    files.push(...output.map(([path, content]) => ({ path: `${name}/${path}`, content })));
  }
  expect(subsets).toHaveLength(15);
  const alone = {
    types: [],
    client: ["types"],
    validators: ["types"],
    server: ["types", "validators"],
  };
  const together = {
    "types-client": [],
    "client-server": ["types", "validators"],
    "types-client-validators-server": [],
  };
  expect(given).toMatchObject({ ...alone, ...chooseAmount<object>({}, together) });
  expect(await createProject(files).compile({})).toBe("");
});
