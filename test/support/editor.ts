import { createRequire } from "node:module";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import type * as TypeScript from "../peers/node_modules/typescript/lib/typescript.js";

/** TypeScript 5.9, the last version whose language service programs can use. */
export const ts: typeof TypeScript = createRequire(resolveInRoot("test/peers/package.json"))(
  "typescript",
);

/** A language service as in an editor with one open, unsaved file. */
export function openEditor(file: string, text: string): TypeScript.LanguageService {
  const options: TypeScript.CompilerOptions = {
    strict: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    types: ["node"],
    customConditions: ["source"],
    allowImportingTsExtensions: true,
  };
  const read = (path: string): string | undefined => (path === file ? text : ts.sys.readFile(path));
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const content = read(path);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => resolveInRoot("."),
    getCompilationSettings: () => options,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    readFile: read,
  });
}
