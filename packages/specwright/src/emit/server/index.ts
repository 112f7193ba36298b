import type { Operation } from "../../model/model.ts";
import { createContentNames } from "../bodies/content-names.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { renderHeader } from "../print/header.ts";
import { printLiteral } from "../print/literal.ts";
import type { EmitContext, Emitter } from "../target.ts";
import { buildTypedModel } from "../typed-model.ts";
import { printUnit, type Unit } from "../units/kept.ts";
import { renderDeclarations } from "./declarations/declarations.ts";
import { createDefaultsPlanner, type DefaultsPlanner } from "./defaults/defaults.ts";
import { findEncodingLosses } from "./losses/encoding-losses.ts";
import { findParameterLosses } from "./losses/parameter-losses.ts";
import { findStreamLosses } from "./losses/stream-losses.ts";
import { findUncheckedBodies } from "./losses/unchecked-bodies.ts";
import { findWebhookLosses } from "./losses/webhook-losses.ts";
import { planServer, type ServerPlan } from "./plan.ts";
import { viewSecuritySchemes } from "./security.ts";
import { planBodies } from "./source/body-source.ts";
import {
  type OperationParts,
  printHeaders,
  printServerOperation,
} from "./source/operation-source.ts";
import { renderWebhooks } from "./webhooks/webhook-files.ts";
import { warnOfWebhooks } from "./webhooks/webhook-source.ts";

/** Emits the server: the router with the types of its handlers, and a module for the document's webhooks. */
export const emitServer: Emitter = (context) => {
  // This model has the whole schemas: a request is first parsed with these, and then validated against the schemas of
  // requests.
  const plan = planServer(context.model);
  const defaults = createDefaultsPlanner(context.readWriteSplit === true ? "left out" : "filled");
  const typed = { ...context, model: buildTypedModel(context) };
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
      ...warnOfWebhooks(webhooks),
      ...webhooks.flatMap(findWebhookLosses),
      ...operations.flatMap(findUncheckedBodies),
      ...operations.flatMap((each) => findEncodingLosses(each, context.model)),
      ...operations.flatMap(findParameterLosses),
      ...operations.flatMap(findStreamLosses),
    ],
  };
};

function renderCode(context: EmitContext, plan: ServerPlan, defaults: DefaultsPlanner): string {
  const { model, command, render } = context;
  const lists = createContentNames();
  const operations = plan.operations.map(({ operation }) => {
    const plans = planBodies(operation, defaults);
    const headers = printHeaders(operation, lists);
    const unit = { operations: [operation], plans, headers };
    return printUnit(`server code ${operation.name}`, unit, printOperationUnit, context);
  });
  // The shared plans are complete only after all bodies have been planned.
  const plans = [...defaults.shared].map(([name, shared]) => ({
    key: escapePropertyKey(name),
    plan: printLiteral(shared),
  }));
  return render("server/index.js", {
    header: renderHeader({ source: model.source, command }),
    operations,
    webhooks: plan.webhooks.length > 0,
    headers: lists.list().map(({ content, name }) => ({ source: content, name })),
    schemes: viewSecuritySchemes(model),
    defaults: plans,
    fitting: defaults.isFitting(),
  });
}

interface OperationUnit extends Unit, OperationParts {
  readonly operations: readonly Operation[];
}

function printOperationUnit({ operations, ...parts }: OperationUnit): string {
  return operations.map((operation) => printServerOperation(operation, parts)).join("");
}
