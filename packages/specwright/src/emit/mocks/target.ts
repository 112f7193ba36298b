import { defineTarget, runtimePackage, type Target } from "../define-target.ts";

/** Mocks: handlers for MSW, and factories of data. */
export const mocksTarget: Target = defineTarget({
  name: "mocks",
  description: "mocks for MSW and data for tests",
  imports: ["types"],
  packages: [
    runtimePackage,
    { name: "msw", range: "^2.10.0 || ^3.0.0", kind: "peer" },
    { name: "@faker-js/faker", range: ">=9", kind: "optional peer" },
  ],
  audiences: ["clientCode", "callers"],
  load: async () => (await import("./index.ts")).mocksCode,
});
