import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveInRoot } from "./paths.ts";
import { findRepositoryAddress, rewriteReadme } from "./published-readme.ts";
import { publishedFolders } from "./stage-packages.ts";

const repository = "https://git.example.com/acme/api";

test("links that lead out of a package lead to the repository, and others stay", () => {
  const text = "[a](../../docs/a.md#b) [c](https://example.com) [d](#d) [e](dist/e.md)";
  expect(rewriteReadme(text, "packages/x", repository)).toBe(
    `[a](${repository}/blob/HEAD/docs/a.md#b) [c](https://example.com) [d](#d) [e](dist/e.md)`,
  );
});

test.each(publishedFolders)("no link of the README of %s leads out of its package", (folder) => {
  const text = rewriteReadme(
    readFileSync(resolveInRoot(`${folder}/README.md`), "utf8"),
    folder,
    repository,
  );
  expect(text.match(/\]\(\.\.\/[^)]*\)/g)).toBeNull();
});

test.each([
  ["git@git.example.com:acme/api.git", repository],
  ["https://git.example.com/acme/api.git", repository],
  ["ssh://git@git.example.com:2222/acme/api", repository],
  ["/srv/repositories/api", undefined],
])("the repository at %s is opened as %s", (remote, address) => {
  expect(findRepositoryAddress(`${remote}\n`)).toBe(address);
});
