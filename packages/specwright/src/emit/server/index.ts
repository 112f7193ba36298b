import type { Operation } from "../../document/model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { printUnit, type Unit } from "../../watch/kept-units.ts";
import { createEmitter, type TargetCode, type TargetContext } from "../define-target.ts";
import { createContentNames } from "../shared/bodies/content-names.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { renderHeader } from "../shared/print/header.ts";
import { printLiteral } from "../shared/print/literal.ts";
import type { EmitContext, Emitter } from "../target.ts";
import { buildTypedModel } from "../typed-model.ts";
import { renderDeclarations } from "./declarations/declarations.ts";
import { createDefaultsPlanner, type DefaultsPlanner } from "./defaults/defaults.ts";
import { findEncodingLosses } from "./losses/encoding-losses.ts";
import { findParameterLosses } from "./losses/parameter-losses.ts";
import { findStreamLosses } from "./losses/stream-losses.ts";
import { findTextLosses } from "./losses/text-losses.ts";
import { findUncheckedBodies } from "./losses/unchecked-bodies.ts";
import { findWebhookLosses } from "./losses/webhook-losses.ts";
import { planServer, type ServerPlan } from "./plan.ts";
import { viewSecuritySchemes } from "./security.ts";
import {
  conversionsName,
  planServerConversions,
  type ServerConversions,
} from "./server-conversions.ts";
import { planBodies } from "./source/body-source.ts";
import {
  needsSameFor,
  type OperationParts,
  printHeaders,
  printServerOperation,
} from "./source/operation-source.ts";
import { renderWebhooks } from "./webhooks/webhook-files.ts";
import { warnOfWebhooks } from "./webhooks/webhook-source.ts";

/** The server: the router with the types of its handlers, and a module for the document's webhooks. */
export const serverCode: TargetCode<ServerPlan> = {
  plan: (model, { reportRenamings }) => {
    // This model has the whole schemas: a request is first parsed with these, and then validated against the schemas of
    // requests.
    const plan = planServer(model);
    reportRenamings(plan.renamings);
    return plan;
  },
  files: printServer,
};

/** Emits the server. */
export const emitServer: Emitter = createEmitter(serverCode);

function printServer(plan: ServerPlan, context: TargetContext): readonly OutputFile[] {
  const defaults = createDefaultsPlanner(context.readWriteSplit === true ? "left out" : "filled");
  const typed = { ...context, model: buildTypedModel(context) };
  const conversions = planServerConversions(typed);
  const files = [
    { path: "server/index.js", content: renderCode(context, plan, defaults, conversions) },
    ...renderDeclarations(typed, planServer(typed.model)),
    ...renderWebhooks(context, typed, conversions),
    ...conversions.files,
  ];
  const webhooks = plan.webhooks.map(({ operation }) => operation);
  const operations = plan.operations.map(({ operation }) => operation);
  context.report(
    ...plan.diagnostics,
    ...defaults.diagnostics,
    ...warnOfWebhooks(webhooks),
    ...webhooks.flatMap(findWebhookLosses),
    ...operations.flatMap(findUncheckedBodies),
    ...operations.flatMap((each) => findEncodingLosses(each, context.model)),
    ...operations.flatMap(findParameterLosses),
    ...operations.flatMap(findTextLosses),
    ...operations.flatMap(findStreamLosses),
  );
  return files;
}

function renderCode(
  context: EmitContext,
  plan: ServerPlan,
  defaults: DefaultsPlanner,
  { find }: ServerConversions,
): string {
  const { model, command, render } = context;
  const lists = createContentNames();
  const operations = plan.operations.map(({ operation }) => {
    const plans = planBodies(operation, defaults);
    const headers = printHeaders(operation, lists);
    const conversions = find(operation.name, "receiver");
    const unit = { operations: [operation], plans, headers, conversions };
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
    sameFor: needsSameFor(operations),
    webhooks: plan.webhooks.length > 0,
    headers: lists.list().map(({ content, name }) => ({ source: content, name })),
    // The router asks for no assumed credential, but must not take its name for a parameter.
    schemes: viewSecuritySchemes(
      model,
      model.assumedSecurity?.security.flatMap((each) => [...each.keys()]),
    ),
    defaults: plans,
    fitting: defaults.isFitting(),
    wire: context.values !== undefined,
    conversions: plan.operations.some(({ operation }) => find(operation.name, "receiver")) && {
      name: conversionsName,
    },
  });
}

interface OperationUnit extends Unit, OperationParts {
  readonly operations: readonly Operation[];
}

function printOperationUnit({ operations, ...parts }: OperationUnit): string {
  return operations.map((operation) => printServerOperation(operation, parts)).join("");
}
