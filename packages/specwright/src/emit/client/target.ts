import { defineTarget, runtimePackage, type Target } from "../define-target.ts";

/** The client. */
export const clientTarget: Target = defineTarget({
  name: "client",
  description: "client",
  imports: ["types"],
  packages: [runtimePackage],
  isDefault: true,
  audiences: ["clientCode", "callers"],
  load: async () => (await import("./index.ts")).clientCode,
});
