import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";

const document = `openapi: 3.1.0
info: {title: a, version: "1"}
paths: {}
components:
  schemas:
    A: {type: string, format: slug}
    B: {type: string, format: slug}
    C: {type: string, format: colour, xml: {name: c}}
`;

function configured(losses: string): string {
  return makeTemporaryFolder({
    "api.yaml": document,
    "redocly.yaml": `apis: {a: {root: api.yaml, x-specwright: {out: out, losses: ${losses}}}}\n`,
  });
}

test("accepted losses are counted and not listed, by code or by code and detail", async () => {
  const folder = configured("{accept: ['format-not-enforced:slug', xml-not-carried]}");
  const { out, code } = await run(folder, ["generate"]);
  expect(code).toBe(0);
  expect(out).toContain("1 place of the document is not enforced");
  expect(out).toContain(
    "1 × format-not-enforced  formats that the validators do not check (colour 1)",
  );
  const listed = await run(folder, ["generate", "--losses"]);
  expect(listed.out).toContain("1 loss, and 3 more that redocly.yaml accepts.\n");
  expect(listed.out).toContain("  api.yaml:8:5  #/components/schemas/C\n");
  const { outputs } = JSON.parse((await run(folder, ["generate", "--json"])).out);
  expect(outputs).toMatchObject([
    { acceptedLosses: 3, losses: [{ code: "format-not-enforced", detail: "colour", line: 8 }] },
  ]);
});

test("a loss that is forbidden fails with its places, and nothing is written", async () => {
  const folder = configured("{accept: ['format-not-enforced:colour'], failOn: [all]}");
  const failed = await run(folder, ["generate"]);
  expect(failed.code).toBe(1);
  expect(failed.err).toContain("error format-not-enforced  The format `slug`");
  expect(failed.err).toContain("  also api.yaml:");
  expect(failed.err).toContain("add `format-not-enforced:slug` to `losses.accept`");
  expect(failed.err).toContain("3 problems. Nothing was written.");
  expect(existsSync(join(folder, "out"))).toBe(false);
});

test("an unknown code of a loss is an error that suggests the nearest one", async () => {
  const folder = configured("{accept: [format-not-enforcd, 7], failOn: xml, acept: []}");
  const { code, err } = await run(folder, ["generate"]);
  expect(code).toBe(1);
  expect(err.match(/^error .*$/gm)).toEqual([
    "error invalid-configuration  `format-not-enforcd` is not the code of a loss.",
    "error invalid-configuration  `7` is not the code of a loss.",
    "error invalid-configuration  The value of `failOn` is not valid.",
    "error invalid-configuration  `losses` has no setting `acept`.",
  ]);
  expect(err).toContain("Did you mean `format-not-enforced`?");
  expect(err).toContain("Did you mean `accept`?");
  expect(err).toContain("redocly.yaml:1:");
});
