import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { importExtension } from "./import-extension.ts";

const allowed = '{"compilerOptions": {"allowImportingTsExtensions": true}}';

function extensionIn(files: Record<string, string>, folder = "src/handlers"): string {
  return importExtension(join(temporaryFolder(files), folder));
}

test("without a tsconfig.json imports end as Node wants them", () => {
  expect(extensionIn({})).toBe(".ts");
});

test("a tsconfig.json that does not allow .ts gets .js, the nearest one deciding", () => {
  expect(extensionIn({ "tsconfig.json": '{"compilerOptions": {"strict": true}}' })).toBe(".js");
  expect(extensionIn({ "tsconfig.json": allowed })).toBe(".ts");
  const rewriting = '{"compilerOptions": {"rewriteRelativeImportExtensions": true}}';
  expect(extensionIn({ "tsconfig.json": rewriting })).toBe(".ts");
  expect(extensionIn({ "tsconfig.json": "{}", "src/tsconfig.json": allowed })).toBe(".ts");
});

test("comments and commas at the end of lists are read as TypeScript reads them", () => {
  const text = `{
    // "allowImportingTsExtensions": false,
    "include": ["src/**/*", "https://a.example/*",], /* all
    of it */
    "compilerOptions": { "rewriteRelativeImportExtensions": true, },
  }`;
  expect(extensionIn({ "tsconfig.json": text })).toBe(".ts");
});

test("what a configuration extends counts where it says nothing itself", () => {
  const extending = (value: string): string => `{"extends": ${value}}`;
  const base = { "base.json": allowed };
  expect(extensionIn({ ...base, "tsconfig.json": extending('"./base"') })).toBe(".ts");
  expect(extensionIn({ ...base, "tsconfig.json": extending('["./base.json", "./gone"]') })).toBe(
    ".ts",
  );
  const denied = '{"extends": "./base", "compilerOptions": {"allowImportingTsExtensions": false}}';
  expect(extensionIn({ ...base, "tsconfig.json": denied })).toBe(".js");
  const ofPackage = {
    "node_modules/@acme/config/package.json": '{"name": "@acme/config"}',
    "node_modules/@acme/config/tsconfig.json": allowed,
  };
  expect(extensionIn({ ...ofPackage, "tsconfig.json": extending('"@acme/config"') })).toBe(".ts");
  expect(extensionIn({ "tsconfig.json": extending('"./tsconfig"') })).toBe(".js");
});
