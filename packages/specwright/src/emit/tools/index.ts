import type { OutputFile } from "../../output-file.ts";
import type { ClientPlan } from "../client/plan.ts";
import { createEmitter, type TargetCode, type TargetContext } from "../define-target.ts";
import type { Emitter } from "../target.ts";
import type { OptionsOf } from "../target-options.ts";
import { toolOptions } from "./options.ts";
import { planTools, type ToolsPlan } from "./plan.ts";
import { printToolFolder, type ToolFolder } from "./print-folder.ts";

type ToolOptions = OptionsOf<typeof toolOptions>;

/**
 * Tools for language models: their definitions in a module for each tag, as in the client; `tools/index.js`, which makes a set
 * of them; and `tools/server.js`, the command that serves them over the Model Context Protocol.
 */
export const toolsCode: TargetCode<ToolsPlan, ToolOptions> = {
  plan: (model, context) => {
    const plan = planTools(model, context.options);
    context.report(...plan.diagnostics);
    context.reportRenamings(plan.renamings);
    return plan;
  },
  files: printTools,
};

/** Emits the tools. */
export const emitTools: Emitter = createEmitter(toolsCode, toolOptions);

function printTools(plan: ToolsPlan, context: TargetContext<ToolOptions>): readonly OutputFile[] {
  const { write } = context.options;
  const folder: ToolFolder = { name: "tools", files: ["index.js", "index.d.ts", "server.js"] };
  return printToolFolder(
    folder,
    write ? { ...plan, api: { ...plan.api, write } } : plan,
    // The target imports the client, so its plan is there.
    context.plans.get("client") as ClientPlan,
    context,
  );
}
