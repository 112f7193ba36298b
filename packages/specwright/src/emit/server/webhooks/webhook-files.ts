import type { Operation } from "../../../document/model/model.ts";
import type { OutputFile } from "../../../output-file.ts";
import { createContentNames } from "../../shared/bodies/content-names.ts";
import {
  decideRequiredHeaders,
  type IsRequiredHeader,
} from "../../shared/bodies/required-headers.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { renderHeader } from "../../shared/print/header.ts";
import {
  importSchemas,
  listImportedTypes,
} from "../../shared/typescript/names/imported-schemas.ts";
import { placeOperation } from "../../shared/typescript/places/emitted-place.ts";
import {
  createTypeContext,
  printTypeHelpers,
  type TypeContext,
} from "../../shared/typescript/type-context.ts";
import { collectTypeFacts } from "../../shared/typescript/type-facts.ts";
import type { EmitContext } from "../../target.ts";
import { printHandlerBody, printHandlerParameters } from "../declarations/input-type.ts";
import { listAnswers, printHandlerResponses } from "../declarations/response-type.ts";
import {
  listRuntimeImports,
  printHandlerType,
  type View,
  writeOperationDocs,
} from "../declarations/views.ts";
import { listTypeNames, planServer, type ServerOperationPlan } from "../plan.ts";
import { conversionsName, type ServerConversions } from "../server-conversions.ts";
import { needsSameFor } from "../source/operation-source.ts";
import { listSettledHeaders, printWebhook } from "./webhook-source.ts";

/**
 * The module that receives and sends the document's webhooks. Empty without webhooks. It does not import the router, so
 * an application that only receives webhooks does not load it.
 *
 * @param typed the same context with the model from which types are printed
 */
export function renderWebhooks(
  context: EmitContext,
  typed: EmitContext,
  conversions: ServerConversions,
): readonly OutputFile[] {
  const { webhooks } = planServer(context.model);
  return webhooks.length === 0
    ? []
    : [
        { path: "server/webhooks.js", content: renderCode(context, webhooks, conversions) },
        { path: "server/webhooks.d.ts", content: renderDeclarations(typed) },
      ];
}

function renderCode(
  { model, command, render }: EmitContext,
  plans: readonly ServerOperationPlan[],
  conversions: ServerConversions,
): string {
  const lists = createContentNames();
  const webhooks = plans.map(({ operation }) => printWebhook(operation, lists, conversions));
  return render("server/webhooks.js", {
    header: renderHeader({ source: model.source, command }),
    webhooks,
    conversions: webhooks.some((text) => text.includes(`${conversionsName}.`)) && {
      name: conversionsName,
    },
    sameFor: needsSameFor(webhooks),
    headers: lists.list().map(({ content, name }) => ({ source: content, name })),
  });
}

function renderDeclarations(context: EmitContext): string {
  const { model, command, render, typeOptions, addedHeaders } = context;
  const isRequired = decideRequiredHeaders(addedHeaders);
  const plan = planServer(model);
  const imported = importSchemas(model, listTypeNames(plan));
  const types = createTypeContext(collectTypeFacts(model, typeOptions, imported.names));
  const webhooks = plan.webhooks.map((each) => viewWebhook(each, types, isRequired));
  return render("server/webhooks.d.ts", {
    header: renderHeader({ source: model.source, command }),
    webhooks,
    imports: listRuntimeImports(types),
    typeImports: listImportedTypes(imported, types),
    helpers: printTypeHelpers(types),
  });
}

function viewWebhook(
  plan: ServerOperationPlan,
  context: TypeContext,
  isRequired: IsRequiredHeader,
): View {
  const { operation, input, response } = plan;
  const place = placeOperation(operation, "webhooks", context);
  const key = escapePropertyKey(operation.name);
  const { required } = operation.requestBody?.value ?? {};
  // A receiver does not fill in defaults.
  const body = printHandlerBody(operation, place, context, new Map());
  return {
    ...writeOperationDocs(operation),
    key,
    input,
    response,
    handler: printHandlerType(key, [`${input}<Context>`, `${response} | void`]),
    // A message without a body cannot be signed, so the body is never undefined.
    body: required === true ? body : body.replace(/ \| undefined$/, ""),
    header: printHandlerParameters(operation, "header", context) ?? "undefined",
    sentHeader: printHandlerParameters(withoutSettled(operation), "header", context) ?? "",
    responses: printHandlerResponses(listAnswers(operation, place, context, isRequired), context),
  };
}

/** The webhook with only those headers that its sender has to set. */
function withoutSettled(operation: Operation): Operation {
  const settled = listSettledHeaders(operation);
  const parameters = operation.parameters.filter(
    ({ value }) => !settled.has(value.name.toLowerCase()),
  );
  return { ...operation, parameters };
}
