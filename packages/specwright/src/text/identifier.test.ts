import { expect, test } from "vitest";
import { hostileTexts } from "../../test/hostile-texts.ts";
import { escapeIdentifier } from "./identifier.ts";

test.each([
  ["Pet", "Pet"],
  ["simple-user", "simple_user"],
  ["größe", "größe"],
  ["gro\u0308ße", "größe"],
  ["名前", "名前"],
  ["class", "class_"],
  ["then", "then_"],
  ["__proto__", "__proto___"],
  ["constructor", "constructor_"],
  ["2fa", "_2fa"],
  ["", "_"],
  ["😀", "_"],
  ["a😀b", "a_b"],
  ["\ud800x", "_x"],
  ["a\u200db", "a_b"],
  ["a\u3164", "a_"],
  ["\u115f", "_"],
])("%j becomes %s", (text, identifier) => {
  expect(escapeIdentifier(text)).toBe(identifier);
});

test.each([
  ["list-repos", "listRepos"],
  ["actions/list-repos_for.org", "actionsListReposForOrg"],
  ["ListPets", "listPets"],
  ["URLList", "urlList"],
  ["ID", "id"],
  ["2fa-enable", "_2faEnable"],
  ["delete", "delete_"],
])("%j becomes %s in camel case", (text, identifier) => {
  expect(escapeIdentifier(text, { style: "camel" })).toBe(identifier);
});

test("pascal case starts each word with a capital", () => {
  expect(escapeIdentifier("simple-user", { style: "pascal" })).toBe("SimpleUser");
});

test.each(["keep", "camel", "pascal"] as const)(
  "every hostile text becomes a name that a module can declare and export (%s)",
  async (style) => {
    for (const text of hostileTexts) {
      const identifier = escapeIdentifier(text, { style });
      expect([...identifier].length).toBeLessThanOrEqual(122);
      const code = `const ${identifier} = 1; export { ${identifier} };`;
      const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
      expect(Object.keys(module), JSON.stringify(text)).toEqual([identifier]);
    }
  },
);
