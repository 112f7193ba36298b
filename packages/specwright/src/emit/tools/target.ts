import { defineTarget, runtimePackage, type Target } from "../define-target.ts";
import { toolOptions } from "./options.ts";

/** Tools for language models. */
export const toolsTarget: Target = defineTarget({
  name: "tools",
  description: "tools for language models",
  imports: ["client"],
  packages: [
    runtimePackage,
    { name: "@modelcontextprotocol/server", range: "^2.4.0", kind: "dependency" },
  ],
  options: toolOptions,
  audiences: ["callers"],
  load: async () => (await import("./index.ts")).toolsCode,
});
