import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadToolkits } from "./load-toolkits.ts";
import { writePlainHead } from "./testing/write-plain-head.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "platform-load-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes documents into folders (for example `a/x.yaml`) and loads the folders in the order of their first file. */
function load(files: Readonly<Record<string, string>>) {
  const folders = new Set<string>();
  for (const [name, text] of Object.entries(files)) {
    const folder = join(root, name.slice(0, name.indexOf("/")));
    folders.add(folder);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const { documents, problems } = loadToolkits([...folders]);
  return {
    slugs: documents.map(({ format, version }) => `${format.slug} ${version}`),
    problems: problems.map(({ file, line, message }) =>
      `${file}:${line}: ${message}`.replaceAll(`${root}/`, ""),
    ),
  };
}

const toolkit = (slug: string, version?: string): string =>
  `${writePlainHead(slug, undefined, version)}paths: {}`;

test("documents of several folders are read together, with all versions of each", () => {
  expect(
    load({
      "a/x.yaml": toolkit("x"),
      "a/ignored.txt": "",
      "b/y-old.yaml": toolkit("y", "20240101_00"),
      "b/y.yml": toolkit("y"),
    }),
  ).toEqual({ slugs: ["x 20251120_00", "y 20240101_00", "y 20251120_00"], problems: [] });
});

test("a slug of another folder is refused with both places, in every version", () => {
  const { problems } = load({
    "a/x.yaml": toolkit("x"),
    "b/one.yaml": toolkit("x", "20260101_00"),
    "b/two.yaml": toolkit("x", "20260102_00"),
  });
  expect(problems).toEqual([
    "b/one.yaml:6: The slug `x` already belongs to a/x.yaml:6.",
    "b/two.yaml:6: The slug `x` already belongs to a/x.yaml:6.",
  ]);
});

test("a version that exists in the same folder is refused with both places", () => {
  const { problems } = load({ "a/1.yaml": toolkit("x"), "a/2.yaml": toolkit("x") });
  expect(problems).toEqual(["a/2.yaml:3: Version 20251120_00 of `x` is already in a/1.yaml:3."]);
});

test("every problem of every folder is reported at once", () => {
  const { problems } = load({
    "a/bad.yaml": toolkit("x").replace("slug: x", "slug: Not A Slug"),
    "a/broken.json": "{",
    "b/bad.yaml": toolkit("y").replace("https://y.example", "nowhere"),
  });
  expect(problems).toEqual([
    expect.stringMatching(/^a\/bad\.yaml:6: .*must be a toolkit slug/),
    expect.stringMatching(/^a\/broken\.json:1: /),
    expect.stringMatching(/^b\/bad\.yaml:4: The first server/),
  ]);
});
