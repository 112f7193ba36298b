import { expect, test } from "vitest";
import { createContentNames } from "./content-names.ts";

test("a name is made of the content, and names before it do not change it", () => {
  const contents = ["/^proj_[a-z]+$/u", "/^[0-9]{8}$/u"];
  const names = contents.map((content) => createContentNames().name(content, "pattern", [content]));
  expect(names).toEqual(["pattern_proj_a_z_u", "pattern_0_9_8_u"]);
  const scope = createContentNames();
  for (const content of contents.toReversed()) {
    scope.name(content, "pattern", [content]);
  }
  expect(scope.list().map(({ name }) => name)).toEqual(names.toReversed());
});

test("equal contents have one name, and contents that differ only in signs get a hash", () => {
  const { name } = createContentNames();
  expect(name("/[a-z]+/", "pattern", ["[a-z]+"])).toBe("pattern_a_z");
  expect(name("/[a-z]*/", "pattern", ["[a-z]*"])).toMatch(/^pattern_a_z_[0-9a-f]{4}$/);
  expect(name("/[a-z]+/", "pattern", ["[a-z]+"])).toBe("pattern_a_z");
});

test("a content whose name is in use is named by the place of its first use", () => {
  const { name } = createContentNames();
  expect(name("/[a-z]+/", "pattern", ["[a-z]+"], ["Pet", "name"])).toBe("pattern_a_z");
  expect(name("/[a-z]*/", "pattern", ["[a-z]*"], ["User", "name"])).toBe("pattern_User_name");
  expect(name("/[a-z]?/", "pattern", ["[a-z]?"], ["User", "name"])).toMatch(
    /^pattern_a_z_[0-9a-f]{4}$/,
  );
  expect(name("/[a-z]*/", "pattern", ["[a-z]*"], ["Tag", "name"])).toBe("pattern_User_name");
});

test("long contents are cut and distinguished by a hash, whatever they consist of", () => {
  const { name } = createContentNames();
  const long = (end: string): string =>
    name(`${"word ".repeat(20)}${end}`, "values", ["word ".repeat(20)]);
  expect(long("a")).toMatch(/^values(_word)+_[0-9a-f]{4}$/);
  expect(long("a")).not.toBe(long("b"));
  expect(long("a").length).toBeLessThanOrEqual(80);
  expect(name("x", "pattern", ["𝔘".repeat(60)])).toMatch(/^[\p{ID_Continue}]+$/u);
});

test("a long content is named by the place of its first use, and by a hash as well where that is taken", () => {
  const { name } = createContentNames(["headers_addPet"]);
  const words = Array.from({ length: 9 }, (_, index) => `long-header-${index}`);
  expect(name("[a]", "headers", words, ["getPet", "404"])).toBe("headers_getPet_404");
  expect(name("[a]", "headers", words, ["putPet"])).toBe("headers_getPet_404");
  expect(name("[b]", "headers", words, ["addPet"])).toMatch(/^headers_addPet_[0-9a-f]{4}$/);
  expect(name("[c]", "headers", ["Allow"], ["addPet"])).toBe("headers_Allow");
});
