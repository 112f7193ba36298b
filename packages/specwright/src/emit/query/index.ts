import type { ClientPlan } from "../client/plan.ts";
import type { TargetCode } from "../define-target.ts";
import { renderHeader } from "../shared/print/header.ts";
import { renderIndexFiles } from "./index-files.ts";
import { renderModule } from "./modules.ts";
import { planQuery, type QueryPlan } from "./plan.ts";

/** Options of TanStack Query over the client: a module for each group of operations, and one that exports all. */
export const queryCode: TargetCode<QueryPlan, Readonly<Record<"package", string>>> = {
  plan: (_model, context) => {
    // The target imports the client, so its plan is there.
    const plan = planQuery(context.plans.get("client") as ClientPlan);
    context.reportRenamings(plan.renamings);
    return plan;
  },
  files: (plan, context) => {
    const { model, command, options } = context;
    const header = renderHeader({ source: model.source, command });
    const texts = { header, tanstack: options.package };
    return [
      ...renderIndexFiles(context, plan, texts),
      ...plan.modules.flatMap((module) => renderModule(context, module, texts)),
    ];
  },
};
