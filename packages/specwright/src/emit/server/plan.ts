import type { Diagnostic } from "../../diagnostic.ts";
import type { Model, Operation } from "../../document/model/model.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
import { escapePath } from "../shared/escape/path.ts";
import { describeOperation, type Renaming } from "../shared/names/describe-renamings.ts";
import { groupOperations } from "../shared/names/group-operations.ts";
import { createNames } from "../shared/names/names.ts";
import { planRoutes } from "./routes.ts";

/** An operation or a webhook, with the names of its types. */
export interface ServerOperationPlan {
  readonly operation: Operation;
  /** The type of the handler's input. */
  readonly input: string;
  /** The type of the handler's answer. */
  readonly response: string;
}

/** The operations whose types are declared in one module. */
export interface ServerModulePlan {
  /** The file's name without extension. */
  readonly file: string;
  readonly operations: readonly ServerOperationPlan[];
}

export interface ServerPlan {
  readonly operations: readonly ServerOperationPlan[];
  /** The operations in modules by tag. Operations without a tag are grouped in the same way as in the client. */
  readonly modules: readonly ServerModulePlan[];
  readonly webhooks: readonly ServerOperationPlan[];
  readonly diagnostics: readonly Diagnostic[];
  readonly renamings: readonly Renaming[];
}

/** The names that the declarations themselves import, declare or refer to. */
const reservedTypes: readonly string[] = (
  "AsyncIterable BasicCredential BinaryBody Blob ClientErrorStatus Exclude File FilledSchemas FormData Handler Handlers " +
  "ItemStream MultipartForm OperationInput Omit Pick Principals Promise ReadableStream ReceivedWebhook Record RedirectStatus Request Response ResponseHeaders " +
  "RouterOptions RuntimeRouterOptions RuntimeReceiverOptions SecurityHook SecurityHooks SendWebhook ServerErrorStatus ServerSentEvent Service " +
  "StatusCode SuccessStatus TextBody WebhookHandlers WebhookReceiverOptions WebhookSender WebhookSenderOptions WithRequired components operations paths " +
  "webhooks Context Security Credentials"
).split(" ");

/**
 * The names of all types that a module of the declarations imports, declares or refers to, except the names of shared
 * answers.
 */
export function listTypeNames({ operations, webhooks }: ServerPlan): readonly string[] {
  const planned = [...operations, ...webhooks].flatMap(({ input, response }) => [input, response]);
  return [...reservedTypes, ...planned];
}

/** Plans by model, because several files need the same one. A model never changes. */
const known = new WeakMap<Model, ServerPlan>();

/** Chooses all names before anything is printed. */
export function planServer(model: Model): ServerPlan {
  const plan = known.get(model) ?? createPlan(model);
  known.set(model, plan);
  return plan;
}

function createPlan(model: Model): ServerPlan {
  const { operations, webhooks } = model;
  const names = createNames({
    escape: (text) => escapeIdentifier(text, { style: "pascal" }),
    reserved: reservedTypes,
  });
  const planServerOperation = (
    operation: Operation,
    input: string,
    response: string,
  ): ServerOperationPlan => ({
    operation,
    input: names.name(`${operation.name} ${input}`, describeOperation(operation)),
    response: names.name(`${operation.name} ${response}`, describeOperation(operation)),
  });
  const routes = planRoutes(operations);
  const plans = routes.operations.map((operation) =>
    planServerOperation(operation, "Input", "Response"),
  );
  return {
    operations: plans,
    modules: planModules(model, plans),
    webhooks: webhooks
      .flatMap((item) => item.operations)
      .map((operation) => planServerOperation(operation, "Webhook", "WebhookResponse")),
    diagnostics: routes.diagnostics,
    renamings: names.renamings,
  };
}

/** The names of other files that the server has beside these modules. */
const reservedFiles: readonly string[] = ["index", "shared", "webhooks"];

/**
 * Puts operations into modules. When a module's name is already in use, no warning is needed, because users import from
 * the index.
 */
function planModules(
  model: Model,
  plans: readonly ServerOperationPlan[],
): readonly ServerModulePlan[] {
  const files = createNames({
    escape: escapePath,
    reserved: reservedFiles,
    separator: "-",
    ignoreCase: true,
  });
  const byOperation = new Map(plans.map((plan) => [plan.operation, plan]));
  return groupOperations(model)
    .map(({ tag, operations }) => ({
      file: files.name(tag.name),
      operations: operations.flatMap((operation) => byOperation.get(operation) ?? []),
    }))
    .filter(({ operations }) => operations.length > 0);
}
