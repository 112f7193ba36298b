import { defineTarget, type Target } from "../define-target.ts";

/** The types. */
export const typesTarget: Target = defineTarget({
  name: "types",
  description: "TypeScript types",
  isDefault: true,
  model: "document",
  load: async () => (await import("./index.ts")).typesCode,
});
