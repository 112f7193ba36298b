import { defineTarget, runtimePackage, type Target, zodPackage } from "../define-target.ts";

/** The validators. */
export const validatorsTarget: Target = defineTarget({
  name: "validators",
  description: "Zod validators",
  imports: ["types"],
  packages: [runtimePackage, zodPackage],
  isDefault: true,
  options: {
    zod: {
      type: "string",
      values: ["classic", "mini"],
      default: "classic",
      help: "`mini` for schemas of Zod Mini, which need less in a bundle and have functions in place of methods",
    },
  },
  audiences: ["validators"],
  load: async () => (await import("./index.ts")).validatorsCode,
});
