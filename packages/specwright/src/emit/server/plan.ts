import type { Diagnostic } from "../../diagnostic.ts";
import type { Model, Operation } from "../../model/model.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
import { escapePath } from "../escape/path.ts";
import { groupOperations } from "../names/group-operations.ts";
import { createNames } from "../names/names.ts";
import { planRoutes } from "./routes.ts";

/** An operation or a webhook with the names of its types. */
export interface ServerOperationPlan {
  readonly operation: Operation;
  /** The type of the handler's input. */
  readonly input: string;
  /** The type of the handler's answer. */
  readonly response: string;
}

/** The operations whose types stand in one module of declarations. */
export interface ServerModulePlan {
  /** The file's name without extension. */
  readonly file: string;
  readonly operations: readonly ServerOperationPlan[];
}

export interface ServerPlan {
  readonly operations: readonly ServerOperationPlan[];
  /** The same by tag; operations without one stand together as those of the client do. */
  readonly modules: readonly ServerModulePlan[];
  readonly webhooks: readonly ServerOperationPlan[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The names that the declarations import, declare or refer to themselves. */
const reservedTypes: readonly string[] = (
  "AsyncIterable BasicCredential BinaryBody Blob ClientErrorStatus Exclude File FilledSchemas FormData Handler Handlers " +
  "ItemStream MultipartForm OperationInput Omit Pick Principals Promise ReadableStream ReceivedWebhook Record RedirectStatus Request Response ResponseHeaders " +
  "RouterOptions RuntimeRouterOptions RuntimeReceiverOptions SecurityHook SecurityHooks SendWebhook ServerErrorStatus ServerSentEvent Service " +
  "StatusCode SuccessStatus TextBody WebhookHandlers WebhookReceiverOptions WebhookSender WebhookSenderOptions WithRequired components operations paths " +
  "webhooks Context Security Credentials"
).split(" ");

/** Every name of a type that a module of the declarations imports, declares or refers to itself, but for those of answers. */
export function listTypeNames({ operations, webhooks }: ServerPlan): readonly string[] {
  const planned = [...operations, ...webhooks].flatMap(({ input, response }) => [input, response]);
  return [...reservedTypes, ...planned];
}

/** Decides on all names before anything is printed. */
export function planServer(model: Model): ServerPlan {
  const { operations, webhooks } = model;
  const names = createNames({
    escape: (text) => escapeIdentifier(text, { style: "pascal" }),
    reserved: reservedTypes,
    kind: "type",
  });
  const plan = (operation: Operation, input: string, response: string): ServerOperationPlan => ({
    operation,
    input: names.name(`${operation.name} ${input}`, operation.location),
    response: names.name(`${operation.name} ${response}`, operation.location),
  });
  const routes = planRoutes(operations);
  const plans = routes.operations.map((operation) => plan(operation, "Input", "Response"));
  return {
    operations: plans,
    modules: planModules(model, plans),
    webhooks: webhooks
      .flatMap((item) => item.operations)
      .map((operation) => plan(operation, "Webhook", "WebhookResponse")),
    diagnostics: [...routes.diagnostics, ...names.diagnostics],
  };
}

/** Files of one name that the server has beside its modules. */
const reservedFiles: readonly string[] = ["index", "shared", "webhooks"];

/** Puts operations into modules. Users import from the index, so a module that gets another name is nothing to warn of. */
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
