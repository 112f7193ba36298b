import { expect, test } from "vitest";
import { run } from "../../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";

const document = `openapi: 3.1.0
info: {title: A, version: "1"}
paths:
  /a/{id}:
    get:
      parameters: [{$ref: '../common/parameters.yaml#/id'}]
      responses:
        "200": {$ref: '../common/answers/ok.yaml'}
        "404": {$ref: '../my shared/none.yaml'}
`;

const files = {
  "api/v1.yaml": document,
  "common/parameters.yaml": "id: {name: id, in: path, required: true, schema: {type: string}}\n",
  "common/answers/ok.yaml": "description: Done.\n",
  "my shared/none.yaml": "description: None.\n",
};

test("references out of the folder are reported once, with the command's flags for all of them", async () => {
  const folder = makeTemporaryFolder(files);
  const args = ["generate", "api/v1.yaml", "--out", "out", "--targets", "types"];
  const refused = await run(folder, args);
  expect(refused.err.match(/^(?:error|warning) [\w-]+/gm)).toEqual(["error reference-outside"]);
  expect(refused.err).toContain("api/v1.yaml:6:21  #/paths/~1a~1{id}/get/parameters/0/$ref");
  expect(refused.err.match(/^ {2}also api\/v1\.yaml:/gm)).toHaveLength(2);
  expect(refused.err).toContain("to let the document read the 2 folders that it refers to.");
  expect(refused.err).toContain("`--allow common --allow 'my shared'`");
  expect(refused.err).toContain("3 problems. Nothing was written.");

  const { diagnostics } = JSON.parse((await run(folder, [...args, "--json"])).out);
  expect(diagnostics.map(({ allow }: { allow?: string }) => allow)).toEqual([
    "common",
    "common/answers",
    "my shared",
  ]);
  const allowed = await run(folder, [...args, "--allow", "common", "--allow", "my shared"]);
  expect(allowed).toMatchObject({ code: 0, err: "" });
});

test("a folder above the document's holds those beside it", async () => {
  const referring = document.replace("../common/answers/ok.yaml", "../ok.yaml");
  const folder = makeTemporaryFolder({ ...files, "api/v1.yaml": referring, "ok.yaml": "{}" });
  const { err } = await run(`${folder}/api`, ["generate", "v1.yaml", "--out", "out"]);
  expect(err).toContain("Add `--allow ..` to let the document read the folder that it refers to.");
  const args = ["generate", "v1.yaml", "--out", "out", "--targets", "types", "--allow", ".."];
  expect(await run(`${folder}/api`, args)).toMatchObject({ code: 0 });
});
