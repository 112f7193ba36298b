import { defineTarget, runtimePackage, type Target, zodPackage } from "../define-target.ts";

/** The server. */
export const serverTarget: Target = defineTarget({
  name: "server",
  description: "router and types of its handlers",
  imports: ["types", "validators"],
  packages: [runtimePackage, zodPackage],
  isDefault: true,
  audiences: ["handlers"],
  load: async () => (await import("./index.ts")).serverCode,
});
