import { expect, test } from "vitest";
import { petsDocument } from "./support/document.ts";
import { createQueryProject } from "./support/project.ts";

// The programs also have lines that must not compile (`@ts-expect-error`).
test("data, variables and errors have their types in React, with TanStack Query and with SWR", async () => {
  const tanstack = "@tanstack/react-query";
  const programs = ["react.ts", "swr.ts"];
  const project = createQueryProject("react-types", petsDocument, programs, tanstack);
  expect(await project.compile("TypeScript 7", programs)).toBe("");
});
