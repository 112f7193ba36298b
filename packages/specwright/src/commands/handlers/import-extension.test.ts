import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import { findImportExtension } from "./import-extension.ts";

const allowed = '{"compilerOptions": {"allowImportingTsExtensions": true}}';

function findExtensionIn(files: Record<string, string>, folder = "src/handlers"): string {
  return findImportExtension(join(makeTemporaryFolder(files), folder));
}

test("without a tsconfig.json imports end as Node wants them", () => {
  expect(findExtensionIn({})).toBe(".ts");
});

test("a tsconfig.json that does not allow .ts gets .js, the nearest one deciding", () => {
  expect(findExtensionIn({ "tsconfig.json": '{"compilerOptions": {"strict": true}}' })).toBe(".js");
  expect(findExtensionIn({ "tsconfig.json": allowed })).toBe(".ts");
  const rewriting = '{"compilerOptions": {"rewriteRelativeImportExtensions": true}}';
  expect(findExtensionIn({ "tsconfig.json": rewriting })).toBe(".ts");
  expect(findExtensionIn({ "tsconfig.json": "{}", "src/tsconfig.json": allowed })).toBe(".ts");
});

test("comments and commas at the end of lists are read as TypeScript reads them", () => {
  const text = `{
    // "allowImportingTsExtensions": false,
    "include": ["src/**/*", "https://a.example/*",], /* all
    of it */
    "compilerOptions": { "rewriteRelativeImportExtensions": true, },
  }`;
  expect(findExtensionIn({ "tsconfig.json": text })).toBe(".ts");
});

test("a setting of an extended configuration counts where the extending one does not have it", () => {
  const extending = (value: string): string => `{"extends": ${value}}`;
  const base = { "base.json": allowed };
  expect(findExtensionIn({ ...base, "tsconfig.json": extending('"./base"') })).toBe(".ts");
  expect(
    findExtensionIn({ ...base, "tsconfig.json": extending('["./base.json", "./gone"]') }),
  ).toBe(".ts");
  const denied = '{"extends": "./base", "compilerOptions": {"allowImportingTsExtensions": false}}';
  expect(findExtensionIn({ ...base, "tsconfig.json": denied })).toBe(".js");
  const ofPackage = {
    "node_modules/@acme/config/package.json": '{"name": "@acme/config"}',
    "node_modules/@acme/config/tsconfig.json": allowed,
  };
  expect(findExtensionIn({ ...ofPackage, "tsconfig.json": extending('"@acme/config"') })).toBe(
    ".ts",
  );
  expect(findExtensionIn({ "tsconfig.json": extending('"./tsconfig"') })).toBe(".js");
});
