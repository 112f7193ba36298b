import { expect, test } from "vitest";
import { escapeIdentifier } from "../../../text/identifier.ts";
import { escapePath } from "../escape/path.ts";
import { createNames } from "./names.ts";

test("texts that escape to the same name get stable distinct ones, and are listed", () => {
  const names = createNames({ escape: escapeIdentifier });
  const thing = { kind: "schema", name: "simple.user" };
  expect(names.name("simple-user")).toBe("simple_user");
  expect(names.name("simple.user", thing)).toBe("simple_user_2");
  expect(names.name("simple user")).toBe("simple_user_3");
  expect(names.name("simple.user")).toBe("simple_user_2");
  expect(names.renamings).toHaveLength(2);
  expect(names.renamings[0]).toEqual({
    ...{ thing, owner: "simple-user" },
    ...{ wanted: "simple_user", free: "simple_user_2" },
  });
});

test("a legal text keeps its spelling, wherever it is used", () => {
  const texts = ["pet-type", "pet_type"];
  const things = texts.map((name) => ({ kind: "schema", name }));
  const names = createNames({ escape: escapeIdentifier, things });
  expect(texts.map((text) => names.name(text))).toEqual(["pet_type_2", "pet_type"]);
});

test("a name never shadows a name that the module uses", () => {
  const names = createNames({ escape: escapeIdentifier, reserved: ["Error", "Response"] });
  expect(names.name("Error")).toBe("Error_2");
  expect(names.name("Errors")).toBe("Errors");
  expect(names.renamings).toMatchObject([{ thing: { name: "Error" }, owner: undefined }]);
});

test("names of files differ in more than case", () => {
  const names = createNames({ escape: (text) => text, separator: "-", ignoreCase: true });
  expect([names.name("Pet"), names.name("pet")]).toEqual(["Pet", "pet-2"]);
  expect(
    createNames({ escape: escapePath, reserved: ["index"], separator: "-" }).name("Index"),
  ).toBe("index-2");
});

test("names of objects' own members are ordinary names", () => {
  const names = createNames({ escape: (text) => text });
  expect(["__proto__", "constructor", "__proto__"].map((text) => names.name(text))).toEqual([
    "__proto__",
    "constructor",
    "__proto__",
  ]);
  expect(names.renamings).toEqual([]);
});
