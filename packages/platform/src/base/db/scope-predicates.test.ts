import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// Row-level security is one wall between projects, and the conditions of our own queries are the other (ADR 11). The matrix of
// test/isolation tries both alone, which takes minutes. This finds a query that forgets its condition.

const source = fileURLToPath(new URL("../../", import.meta.url));
const policies = readFileSync(new URL("schema/policies.sql", import.meta.url), "utf8");

/** The tables whose rows belong to a project: the first list of the policies. */
const tables: ReadonlySet<string> = new Set(
  [...policies.slice(0, policies.indexOf("] loop")).matchAll(/'([a-z_]+)'/g)].map(
    ([, name = ""]) => name,
  ),
);

/** The rest of a statement: to its semicolon, or to the end of the call that it is an argument of. */
function takeStatement(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (depth < 0 || (depth === 0 && character === ";")) {
      return text.slice(0, at);
    }
  }
  return text;
}

function listStatements(text: string): readonly string[] {
  return [...text.matchAll(/\.(?:selectFrom|updateTable|deleteFrom)\("(\w+)(?: as \w+)?"\)/g)]
    .filter(([, table = ""]) => tables.has(table))
    .map(({ index }) => takeStatement(text.slice(index)));
}

test("every query of a table of projects names the project, although row-level security would hide other rows", () => {
  const files = globSync("**/*.ts", { cwd: source, exclude: ["**/*.test.ts", "**/testing/**"] });
  const found = files.flatMap((file) =>
    listStatements(readFileSync(`${source}${file}`, "utf8")).map((statement) => ({
      file,
      statement,
    })),
  );
  expect(tables.size).toBeGreaterThan(20);
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(({ statement }) => !statement.includes("project_id"))).toEqual([]);
});

test("a query without the project is found", () => {
  const query = 'trx.selectFrom("files").where((eb) => eb("id", "=", id)).execute();\nproject_id;';
  expect(listStatements(query)).toEqual([
    '.selectFrom("files").where((eb) => eb("id", "=", id)).execute()',
  ]);
});
