import { expect, test } from "vitest";
import { nameEnum, nameEnumMembers, nameEnumValues } from "./enum-names.ts";

test.each([
  ["#/components/schemas/Pet/status", "PetStatus", "petStatusValues"],
  ["#/components/schemas/http-server/x_y", "HttpServerX_y", "httpServerX_yValues"],
  [
    "#/paths//pets/{id}/get/parameters/query/in",
    "PathsPetsIdGetParametersQueryIn",
    "pathsPetsIdGetParametersQueryInValues",
  ],
  ["#/components/schemas/1st", "_1st", "_1stValues"],
])("the enum at %s is %s", (path, name, values) => {
  expect(nameEnum(path)).toBe(name);
  expect(nameEnumValues(path)).toBe(values);
});

test("members have legal names of an enum, each once", () => {
  expect(
    nameEnumMembers(["a", "a-b", "a_b", "1", "1.5", "-2", "+", "a+b", "<=", "", " x"]),
  ).toEqual([
    "a",
    "a_b",
    "a_b_2",
    "Value1",
    "Value1_5",
    "ValueMinus2",
    "+",
    "aPlusb",
    "<=",
    "",
    "Value_x",
  ]);
  expect(nameEnumMembers(["__proto__", "NaN", "Infinity"])).toEqual([
    "__proto___2",
    "NaN_2",
    "Infinity_2",
  ]);
});
