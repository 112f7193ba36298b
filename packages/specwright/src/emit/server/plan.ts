import type { Diagnostic } from "../../diagnostic.ts";
import type { Model, Operation } from "../../model/model.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
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

export interface ServerPlan {
  readonly operations: readonly ServerOperationPlan[];
  readonly webhooks: readonly ServerOperationPlan[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The names that the declarations import, declare or refer to themselves. */
const reserved =
  "AsyncIterable BasicCredential BinaryBody Blob ClientErrorStatus Exclude File FilledSchemas FormData Handler Handlers " +
  "ItemStream MultipartForm OperationInput Omit Pick Principals Promise ReadableStream ReceivedWebhook Record RedirectStatus Request Response ResponseHeaders " +
  "RouterOptions RuntimeRouterOptions RuntimeReceiverOptions SecurityHook SecurityHooks SendWebhook ServerErrorStatus ServerSentEvent Service " +
  "StatusCode SuccessStatus TextBody WebhookHandlers WebhookReceiverOptions WebhookSender WebhookSenderOptions WithRequired components operations paths " +
  "webhooks Context Security Credentials";

/** Decides on all names before anything is printed. */
export function planServer({ operations, webhooks }: Model): ServerPlan {
  const names = createNames({
    escape: (text) => escapeIdentifier(text, { style: "pascal" }),
    reserved: reserved.split(" "),
    kind: "type",
  });
  const plan = (operation: Operation, input: string, response: string): ServerOperationPlan => ({
    operation,
    input: names.name(`${operation.name} ${input}`, operation.location),
    response: names.name(`${operation.name} ${response}`, operation.location),
  });
  const routes = planRoutes(operations);
  return {
    operations: routes.operations.map((operation) => plan(operation, "Input", "Response")),
    webhooks: webhooks
      .flatMap((item) => item.operations)
      .map((operation) => plan(operation, "Webhook", "WebhookResponse")),
    diagnostics: [...routes.diagnostics, ...names.diagnostics],
  };
}
