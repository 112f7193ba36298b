import type { ClientPlan } from "../client/plan.ts";
import { createEmitter, type TargetCode } from "../define-target.ts";
import type { Emitter } from "../target.ts";
import type { OptionsOf } from "../target-options.ts";
import { planTools, type ToolsPlan } from "../tools/plan.ts";
import { printToolFolder } from "../tools/print-folder.ts";
import { cliOptions } from "./options.ts";

/**
 * A command line with a command for each operation. Its flags are the arguments of tools, so both targets print the same
 * data; the runtime makes flags of it.
 */
export const cliCode: TargetCode<ToolsPlan, OptionsOf<typeof cliOptions>> = {
  plan: (model, context) => {
    const plan = planTools(model, { ...context.options, isForPeople: true });
    context.report(...plan.diagnostics);
    return plan;
  },
  files: (plan, context) =>
    printToolFolder(
      { name: "cli", files: ["index.js", "index.d.ts", "command.js"] },
      plan,
      // The target imports the client, so its plan is there.
      context.plans.get("client") as ClientPlan,
      context,
    ),
};

/** Emits the command line. */
export const emitCli: Emitter = createEmitter(cliCode, cliOptions);
