import { expect, test } from "vitest";
import { chooseFileName } from "./file-name.ts";

test.each([
  [`attachment; filename="a b.pdf"`, "a b.pdf"],
  ["attachment; filename=a.pdf; size=3", "a.pdf"],
  [`attachment; filename="x.pdf"; filename*=UTF-8''h%C3%A4fen.pdf`, "häfen.pdf"],
  [`attachment; filename="../../etc/passwd"`, "passwd"],
  [`attachment; filename="C:\\\\temp\\\\a.txt"`, "a.txt"],
  [`attachment; filename*=UTF-8''%zz`, "report 1.pdf"],
  ["inline", "report 1.pdf"],
])("%s names %s", (disposition, name) => {
  const headers = new Headers({ "content-disposition": disposition });
  expect(chooseFileName(headers, "https://a.example/b/report%201.pdf?x=/y")).toBe(name);
});

test("an address without a segment names nothing", () => {
  expect(chooseFileName(new Headers(), "https://a.example/")).toBe("file");
});
