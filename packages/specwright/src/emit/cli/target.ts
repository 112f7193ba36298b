import { defineTarget, runtimePackage, type Target } from "../define-target.ts";
import { cliOptions } from "./options.ts";

/** A command line. */
export const cliTarget: Target = defineTarget({
  name: "cli",
  description: "command line",
  imports: ["client"],
  packages: [runtimePackage, { name: "commander", range: ">=14", kind: "dependency" }],
  options: cliOptions,
  audiences: ["callers"],
  load: async () => (await import("./index.ts")).cliCode,
});
