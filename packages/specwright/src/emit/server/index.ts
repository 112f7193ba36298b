import type { Model } from "../../model/model.ts";
import { createContentNames } from "../bodies/content-names.ts";
import { type IsRequiredHeader, requiredHeaders } from "../bodies/required-headers.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { renderDocComment } from "../print/doc-comment.ts";
import { renderHeader } from "../print/header.ts";
import { literal } from "../print/literal.ts";
import type { EmitContext, Emitter } from "../target.ts";
import { typedModel } from "../typed-model.ts";
import { operationPlace } from "../typescript/emitted-place.ts";
import {
  createTypeContext,
  type TypeContext,
  typeHelpers,
  use,
} from "../typescript/type-context.ts";
import { bodyPlans } from "./body-source.ts";
import { createDefaultsPlanner, type DefaultsPlanner } from "./defaults.ts";
import { encodingLosses } from "./encoding-losses.ts";
import { declareFilledSchemas, type FilledBodies, filledBodies } from "./filled-bodies.ts";
import { createFilledSchemas } from "./filled-schemas.ts";
import { inputType } from "./input-type.ts";
import { operationSource } from "./operation-source.ts";
import { parameterLosses } from "./parameter-losses.ts";
import { planServer, type ServerOperationPlan, type ServerPlan } from "./plan.ts";
import { responseType } from "./response-type.ts";
import { securityViews } from "./security.ts";
import { streamLosses } from "./stream-losses.ts";
import { uncheckedBodies } from "./unchecked-bodies.ts";
import { docs, runtimeImports, typeImports, type View } from "./views.ts";
import { renderWebhooks } from "./webhook-files.ts";
import { webhookLosses } from "./webhook-losses.ts";
import { webhookDiagnostics } from "./webhook-source.ts";

/** Emits the server: the router with the types of its handlers, and a module for the document's webhooks. */
export const emitServer: Emitter = (context) => {
  // A request is parsed by the whole document, and only then validated against the schemas of requests.
  const plan = planServer(context.model);
  const defaults = createDefaultsPlanner(context.readWriteSplit === true ? "left out" : "filled");
  const typed = { ...context, model: typedModel(context) };
  const files = [
    { path: "server/index.js", content: renderCode(context, plan, defaults) },
    { path: "server/index.d.ts", content: renderDeclarations(typed, planServer(typed.model)) },
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

function renderCode(
  { model, command, render }: EmitContext,
  plan: ServerPlan,
  defaults: DefaultsPlanner,
): string {
  const lists = createContentNames();
  const operations = plan.operations.map(({ operation }) =>
    operationSource(operation, bodyPlans(operation, defaults), lists),
  );
  // Complete only now that every body was asked for.
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

function renderDeclarations(
  { model, command, render, typeOptions, addedHeaders }: EmitContext,
  plan: ServerPlan,
): string {
  const isRequired = requiredHeaders(addedHeaders);
  const types = createTypeContext(model, typeOptions);
  const schemas = createFilledSchemas(types);
  const operations = plan.operations.map((each) => {
    const filled = filledBodies(each.operation, schemas, types);
    return operationView(each, types, filled, isRequired);
  });
  const schemes = securityViews(model);
  // Complete only now that every body was asked for.
  const filled = declareFilledSchemas(schemas, types);
  if (schemes.some(({ credential }) => credential === "BasicCredential")) {
    use("BasicCredential", types);
  }
  return render("server/index.d.ts", {
    header: renderHeader({ source: model.source, command }),
    title: renderDocComment(describeApi(model)),
    operations,
    webhooks: plan.webhooks.map(({ input, response }) => ({ input, response })),
    schemes,
    imports: runtimeImports(types),
    typeImports: typeImports(types),
    helpers: filled + typeHelpers(types),
  });
}

function describeApi({ info }: Model): {
  readonly summary: string;
  readonly description: string | undefined;
} {
  return { summary: info.title, description: info.summary };
}

function operationView(
  plan: ServerOperationPlan,
  context: TypeContext,
  filled: FilledBodies,
  isRequired: IsRequiredHeader,
): View {
  const { operation, input, response } = plan;
  const place = operationPlace(operation, "paths", context);
  const { members, bodies } = inputType(operation, place, context, filled);
  return {
    ...docs(operation),
    key: escapePropertyKey(operation.name),
    input,
    response,
    members,
    bodies,
    responses: responseType(operation, place, context, isRequired),
  };
}
