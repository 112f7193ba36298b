import { createContentNames } from "../bodies/content-names.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { renderHeader } from "../print/header.ts";
import { literal } from "../print/literal.ts";
import type { EmitContext, Emitter } from "../target.ts";
import { typedModel } from "../typed-model.ts";
import { keptOperations } from "../units/kept-operations.ts";
import { renderDeclarations } from "./declarations/declarations.ts";
import { createDefaultsPlanner, type DefaultsPlanner } from "./defaults/defaults.ts";
import { encodingLosses } from "./losses/encoding-losses.ts";
import { parameterLosses } from "./losses/parameter-losses.ts";
import { streamLosses } from "./losses/stream-losses.ts";
import { uncheckedBodies } from "./losses/unchecked-bodies.ts";
import { webhookLosses } from "./losses/webhook-losses.ts";
import { planServer, type ServerPlan } from "./plan.ts";
import { securityViews } from "./security.ts";
import { bodyPlans } from "./source/body-source.ts";
import { headersSource, operationSource } from "./source/operation-source.ts";
import { renderWebhooks } from "./webhooks/webhook-files.ts";
import { webhookDiagnostics } from "./webhooks/webhook-source.ts";

/** Emits the server: the router with the types of its handlers, and a module for the document's webhooks. */
export const emitServer: Emitter = (context) => {
  // This model has the whole schemas: a request is first parsed with these, and then validated against the schemas of
  // requests.
  const plan = planServer(context.model);
  const defaults = createDefaultsPlanner(context.readWriteSplit === true ? "left out" : "filled");
  const typed = { ...context, model: typedModel(context) };
  const files = [
    { path: "server/index.js", content: renderCode(context, plan, defaults) },
    ...renderDeclarations(typed, planServer(typed.model)),
    ...renderWebhooks(context, typed),
  ];
  const webhooks = plan.webhooks.map(({ operation }) => operation);
  const operations = plan.operations.map(({ operation }) => operation);
  return {
    files,
    diagnostics: [
      ...plan.diagnostics,
      ...defaults.diagnostics,
      ...webhookDiagnostics(webhooks),
      ...webhooks.flatMap(webhookLosses),
      ...operations.flatMap(uncheckedBodies),
      ...operations.flatMap((each) => encodingLosses(each, context.model)),
      ...operations.flatMap(parameterLosses),
      ...operations.flatMap(streamLosses),
    ],
  };
};

function renderCode(context: EmitContext, plan: ServerPlan, defaults: DefaultsPlanner): string {
  const { model, command, render } = context;
  const lists = createContentNames();
  const operations = plan.operations.map(({ operation }) => {
    const plans = bodyPlans(operation, defaults);
    const headers = headersSource(operation, lists);
    const facts = (): unknown[] => [JSON.stringify([...plans.values()]), headers];
    const unit = { operations: [operation], facts };
    return keptOperations(`server code ${operation.name}`, unit, context, () =>
      operationSource(operation, { plans, headers }),
    );
  });
  // The shared plans are complete only after all bodies have been planned.
  const plans = [...defaults.shared].map(([name, shared]) => ({
    key: escapePropertyKey(name),
    plan: literal(shared),
  }));
  return render("server/index.js", {
    header: renderHeader({ source: model.source, command }),
    operations,
    webhooks: plan.webhooks.length > 0,
    headers: lists.all().map(({ content, name }) => ({ source: content, name })),
    schemes: securityViews(model),
    defaults: plans,
    fitting: defaults.isFitting(),
  });
}
