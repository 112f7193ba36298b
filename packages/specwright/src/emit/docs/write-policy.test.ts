import { expect, test } from "vitest";
import { writePolicy } from "./write-policy.ts";

test("a page loads files of its own site alone, and sends requests to the origins of the servers alone", () => {
  const servers = ["https://api.acme.example/v1?a=b", "https://api.acme.example/v2"];
  const directives = new Map(
    writePolicy(servers)
      .split("; ")
      .map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources];
      }),
  );
  expect(directives.get("default-src")).toEqual(["'none'"]);
  expect(directives.get("connect-src")).toEqual(["'self'", "https://api.acme.example"]);
  directives.delete("connect-src");
  expect([...new Set([...directives.values()].flat())].toSorted()).toEqual([
    "'none'",
    "'self'",
    "data:",
  ]);
  for (const name of ["base-uri", "form-action"]) {
    expect(directives.get(name), `${name} does not follow default-src`).toEqual(["'none'"]);
  }
});
