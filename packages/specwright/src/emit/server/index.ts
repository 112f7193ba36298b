import { noMemo } from "../../memo.ts";
import type { Model, Operation } from "../../model/model.ts";
import { createContentNames } from "../content-names.ts";
import { renderDocComment } from "../doc-comment.ts";
import { operationPlace } from "../emitted-place.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { renderHeader } from "../header.ts";
import { literal } from "../literal.ts";
import { methodOf } from "../method-of.ts";
import type { EmitContext, Emitter } from "../target.ts";
import { createTypeContext, keptPrint, type TypeContext, typeHelpers } from "../type-context.ts";
import { typedModel } from "../typed-model.ts";
import { bodyPlans } from "./body-source.ts";
import { createDefaultsPlanner, type DefaultsPlanner } from "./defaults.ts";
import { encodingLosses } from "./encoding-losses.ts";
import { bodyType, inputType, parametersType } from "./input-type.ts";
import { type HeaderLists, operationSource } from "./operation-source.ts";
import { parameterLosses } from "./parameter-losses.ts";
import { planServer, type ServerOperationPlan, type ServerPlan } from "./plan.ts";
import { responseType } from "./response-type.ts";
import { securityViews } from "./security.ts";
import { streamLosses } from "./stream-losses.ts";
import { uncheckedBodies } from "./unchecked-bodies.ts";
import { webhookLosses } from "./webhook-losses.ts";
import { webhookDiagnostics, webhookSource } from "./webhook-source.ts";

type View = Readonly<Record<string, unknown>>;

/** Emits the server: the router with the types of its handlers, and the receiver of the document's webhooks. */
export const emitServer: Emitter = (context) => {
  // What comes in is read by the whole document, and only then held against what a request may have.
  const plan = planServer(context.model);
  const defaults = createDefaultsPlanner(context.readWriteSplit === true);
  const typed = { ...context, model: typedModel(context) };
  const files = [
    { path: "server/index.js", content: renderCode(context, plan, defaults) },
    { path: "server/index.d.ts", content: renderDeclarations(typed, planServer(typed.model)) },
  ];
  const webhooks = plan.webhooks.map(({ operation }) => operation);
  return {
    files,
    diagnostics: [
      ...plan.diagnostics,
      ...defaults.diagnostics,
      ...webhookDiagnostics(webhooks),
      ...webhooks.flatMap(webhookLosses),
      ...context.model.operations.flatMap(uncheckedBodies),
      ...context.model.operations.flatMap((each) => encodingLosses(each, context.model)),
      ...context.model.operations.flatMap(parameterLosses),
      ...context.model.operations.flatMap(streamLosses),
    ],
  };
};

function renderCode(
  { model, command, render, memo = noMemo }: EmitContext,
  plan: ServerPlan,
  defaults: DefaultsPlanner,
): string {
  // One object in all runs, because what was kept names its lists in it.
  const lists = memo.of(
    "server: lists",
    memo,
    [],
    (): HeaderLists => ({
      names: createContentNames(),
    }),
  );
  lists.names = createContentNames();
  const kept = (
    kind: string,
    { operation }: ServerOperationPlan,
    print: typeof operationSource,
  ): string => {
    // In every run, because plans depend on each other.
    const plans = bodyPlans(operation, defaults);
    const inputs = [...plans].flatMap(([mediaType, body]) => [mediaType, literal(body)]);
    return memo.of(`server: code of ${kind}`, operation, inputs, () =>
      print(operation, plans, lists),
    );
  };
  const operations = plan.operations.map((each) => kept("operation", each, operationSource));
  const webhooks = plan.webhooks.map((each) => kept("webhook", each, webhookSource));
  // Complete only now that every body was asked for.
  const plans = [...defaults.shared].map(([name, shared]) => ({
    key: escapePropertyKey(name),
    plan: literal(shared),
  }));
  return render("server/index.js", {
    header: renderHeader({ source: model.source, command }),
    operations,
    webhooks,
    headers: lists.names.all().map(({ content, name }) => ({ source: content, name })),
    schemes: securityViews(model),
    defaults: plans,
    fitting: defaults.isFitting(),
  });
}

function renderDeclarations(
  { model, command, render, memo, typeOptions }: EmitContext,
  plan: ServerPlan,
): string {
  const types = createTypeContext(model, typeOptions, memo);
  const operations = plan.operations.map((each) =>
    keptView("operation", each, types, operationView),
  );
  const webhooks = plan.webhooks.map((each) => keptView("webhook", each, types, webhookView));
  const schemes = securityViews(model);
  const used = new Set([
    ...[...operations, ...webhooks].flatMap((each) => each.used),
    ...schemes.flatMap(usedNames),
  ]);
  const isUsed = (name: string): boolean => used.has(name);
  return render("server/index.d.ts", {
    header: renderHeader({ source: model.source, command }),
    title: renderDocComment(titleOf(model)),
    operations: operations.map(({ view }) => view),
    webhooks: webhooks.map(({ view }) => view),
    schemes,
    imports: optionalImports.filter(isUsed),
    typeImports: typeImports.filter(isUsed),
    helpers: typeHelpers(types),
  });
}

interface KeptView {
  readonly view: View;
  /** What the view names of the optional imports. */
  readonly used: readonly string[];
}

function keptView(
  kind: string,
  plan: ServerOperationPlan,
  types: TypeContext,
  print: (plan: ServerOperationPlan, types: TypeContext) => View,
): KeptView {
  const { operation, input, response } = plan;
  return keptPrint(`server: ${kind}`, operation, [input, response], types, () => {
    const view = print(plan, types);
    return { view, used: usedNames(view) };
  });
}

function usedNames(view: View): readonly string[] {
  const { doc, ...rest } = view;
  // As large as the types; comments, which may be larger, name nothing.
  const printed = JSON.stringify(rest);
  return [
    ...optionalImports.filter((name) => printed.includes(name)),
    ...typeImports.filter((name) => typeIndexes[name].test(printed)),
  ];
}

const typeImports = ["components", "operations", "paths", "webhooks"] as const;

/** How types of these interfaces are written. */
const typeIndexes = {
  components: /\bcomponents\[/,
  operations: /\boperations\[/,
  paths: /\bpaths\[/,
  webhooks: /\bwebhooks\[/,
} as const satisfies Readonly<Record<(typeof typeImports)[number], RegExp>>;

/** Types of the runtime that not every document needs. */
const optionalImports = [
  "BasicCredential",
  "BinaryBody",
  "ClientErrorStatus",
  "ItemStream",
  "MultipartForm",
  "RedirectStatus",
  "ServerErrorStatus",
  "ServerSentEvent",
  "StatusCode",
  "SuccessStatus",
  "TextBody",
];

function titleOf({ info }: Model): {
  readonly summary: string;
  readonly description: string | undefined;
} {
  return { summary: info.title, description: info.summary };
}

function operationView(plan: ServerOperationPlan, context: TypeContext): View {
  const { operation, input, response } = plan;
  const place = operationPlace(operation, "paths", context);
  const { members, bodies } = inputType(operation, place, context);
  return {
    ...docs(operation),
    key: escapePropertyKey(operation.name),
    input,
    response,
    members,
    bodies,
    responses: responseType(operation, place, context),
  };
}

function webhookView(plan: ServerOperationPlan, context: TypeContext): View {
  const { operation, input, response } = plan;
  const place = operationPlace(operation, "webhooks", context);
  const { required } = operation.requestBody?.value ?? {};
  const body = bodyType(operation, place, context);
  return {
    ...docs(operation),
    key: escapePropertyKey(operation.name),
    input,
    response,
    // A message without a body cannot be signed, so there always is one.
    body: required === true ? body : body.replace(/ \| undefined$/, ""),
    header: parametersType(operation, "header", context) ?? "undefined",
    responses: responseType(operation, place, context),
  };
}

function docs({ summary, description, deprecated, method, path }: Operation): View {
  const notes = [`\`${methodOf({ method })} ${path}\``];
  return {
    doc: renderDocComment({ summary, description, deprecated, notes }, "  "),
    // Beside the types only what tells which operation they are of.
    call: renderDocComment({ notes }),
  };
}
