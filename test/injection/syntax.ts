import { createRequire } from "node:module";
import {
  parseSyntax as parseWith,
  type Syntax,
  type TypeScriptParser,
} from "../../packages/specwright/src/authoring/injection/syntax.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

/** TypeScript 5.9, a parser that is not ours. It is the last version with a programming interface. */
export const typescript: TypeScriptParser = createRequire(resolveInRoot("test/peers/package.json"))(
  "typescript",
) as typeof import("../peers/node_modules/typescript/lib/typescript.js");

/** Parses one generated file. */
export function parseSyntax(path: string, content: string): Syntax {
  return parseWith(path, content, typescript);
}
