import { expect, test } from "vitest";
import { petsDocument } from "./support/document.ts";
import { createQueryProject } from "./support/project.ts";

// The programs also have lines that must not compile (`@ts-expect-error`).
test.each(["react", "vue", "solid", "svelte"])(
  "data, variables and errors have their types in %s, under both compilers",
  { timeout: 240_000 },
  async (framework) => {
    const program = `${framework}.ts`;
    const project = createQueryProject(
      framework,
      petsDocument,
      [program],
      `@tanstack/${framework}-query`,
    );
    expect(await project.compile("TypeScript 7", [program])).toBe("");
    expect(await project.compile("TypeScript 5.9", [program])).toBe("");
  },
);
