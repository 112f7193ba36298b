import { defineTarget, runtimePackage, type Target } from "../define-target.ts";

/** Options of TanStack Query. */
export const queryTarget: Target = defineTarget({
  name: "query",
  description: "queries and mutations",
  imports: ["types", "client"],
  packages: [
    runtimePackage,
    // 5.90 is the first version with today's `experimental_streamedQuery`.
    { name: "@tanstack/query-core", range: "^5.90.0", kind: "peer", namedBy: "package" },
  ],
  options: {
    package: {
      type: "string",
      default: "@tanstack/query-core",
      help: "the package from which the types of TanStack Query are imported",
    },
  },
  load: async () => (await import("./index.ts")).queryCode,
});
