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

/** The declarations of MSW need those of browsers. */
const lib = ["es2024", "dom", "dom.iterable", "dom.asynciterable"];

const alone = targetNames.map((name) => [name]);
const pairs = targetNames.flatMap((first, index) =>
  targetNames.slice(index + 1).map((second) => [first, second]),
);

/** Each target alone; with `npm run test:long`, also every two of them, and all. */
const tried = [...alone, ...chooseAmount<string[][]>([], [...pairs, [...targetNames]])];

test("targets compile alone and together, with the files that they import and no others", async () => {
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
  expect(given).toMatchObject({
    types: [],
    client: ["types"],
    validators: ["types"],
    server: ["types", "validators"],
    query: ["types", "client"],
    mocks: ["types"],
    tools: ["types", "client"],
    cli: ["types", "client"],
    ...chooseAmount<object>({}, { "types-client": [], "client-server": ["types", "validators"] }),
  });
  expect(await createProject(files, { lib }).compile({})).toBe("");
});
