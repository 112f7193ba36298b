import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { findBacktracking } from "@specwright/patterns";
import { expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import type * as TypeScript from "../peers/node_modules/typescript/lib/typescript.js";

// TypeScript 5.9, the last version with a programming interface.
const ts = createRequire(resolveInRoot("test/peers/package.json"))(
  "typescript",
) as typeof TypeScript;

/** Patterns that the analysis calls slow although they never are, with the reason. */
const harmless: ReadonlyMap<string, string> = new Map([
  [
    "/^(?:([^:/?#]+):)?(?:\\/\\/([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$/s",
    "Every text matches it, so the engine never has a reason to go back.",
  ],
  [
    "/(?:--[^\\n]*|\\$\\$[\\s\\S]*?\\$\\$|'[^']*'|[^;])+/g",
    "It reads the SQL files of this package, and no text of a caller.",
  ],
]);

/** The regular expression literals in the source of a package, as `file:line` and text. */
function* findLiterals(name: string): Generator<{ readonly place: string; readonly text: string }> {
  const folder = resolveInRoot(`packages/${name}/src`);
  for (const file of globSync(`${folder}/**/*.ts`)) {
    if (/\.test\.ts$|\/testing\//.test(file)) {
      continue;
    }
    const source = ts.createSourceFile(
      file,
      readFileSync(file, "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    const pending: TypeScript.Node[] = [source];
    for (const node of pending) {
      if (ts.isRegularExpressionLiteral(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        yield { place: `${file.slice(folder.length + 1)}:${line + 1}`, text: node.text };
      }
      ts.forEachChild(node, (child) => void pending.push(child));
    }
  }
}

function isSlow(text: string): boolean {
  const end = text.lastIndexOf("/");
  return findBacktracking(text.slice(1, end), text.slice(end + 1)) !== undefined;
}

// One process serves all projects, and matching cannot be interrupted. With a slow pattern, a string of 100 kB could
// block all projects for seconds.
test.each(["platform", "runtime"])(
  "no regular expression of %s can be made slow by a text",
  (name) => {
    const literals = [...findLiterals(name)];
    expect(literals.length).toBeGreaterThan(50);
    const slow = literals.filter(({ text }) => isSlow(text) && !harmless.has(text));
    expect(slow.map(({ place, text }) => `${place} ${text}`)).toEqual([]);
  },
);

test("the list of harmless patterns has none that is gone or that the analysis accepts", () => {
  const all = ["platform", "runtime"].flatMap((name) => [...findLiterals(name)]);
  for (const text of harmless.keys()) {
    expect(all.map((literal) => literal.text)).toContain(text);
    expect(isSlow(text)).toBe(true);
  }
});
