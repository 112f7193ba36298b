import type { OutputFile } from "../../output-file.ts";
import { createEmitter, type TargetCode } from "../define-target.ts";
import { importSchemas } from "../shared/typescript/names/imported-schemas.ts";
import { collectTypeFacts } from "../shared/typescript/type-facts.ts";
import type { EmitContext, Emitter } from "../target.ts";
import { buildTypedModel } from "../typed-model.ts";
import { renderCallbacks } from "./callbacks.ts";
import { conversionsFile, planClientConversions } from "./client-conversions.ts";
import { renderIndex } from "./index-files.ts";
import { keepModule } from "./modules.ts";
import { type ClientPlan, listPlannedNames, planClient } from "./plan.ts";
import { listReservedTypes, nameFactoryTypes } from "./reserved-names.ts";
import { nameAuthType } from "./security/options-type.ts";
import { renderSecurity } from "./security/security-files.ts";

/** The client: one module for each tag with its operations, and `client/index.js`, which exports them all. */
export const clientCode: TargetCode<ClientPlan> = {
  plan: (_model, context) => {
    const plan = planClient(
      buildTypedModel(context),
      context.factory ?? defaultFactory,
      context.nameOperation,
      context.values === undefined ? [] : [conversionsFile],
    );
    context.report(...plan.diagnostics);
    context.reportRenamings(plan.renamings);
    return plan;
  },
  files: printClient,
};

/** Emits the client. */
export const emitClient: Emitter = createEmitter(clientCode);

const defaultFactory = "createApi";

function printClient(plan: ClientPlan, given: EmitContext): readonly OutputFile[] {
  const context = { ...given, model: buildTypedModel(given) };
  const { factory = defaultFactory } = context;
  const auth = nameAuthType(nameFactoryTypes(factory).auth, plan.security);
  const schemas = importSchemas(context.model, [
    ...listReservedTypes(factory),
    ...listPlannedNames(plan),
  ]);
  const facts = collectTypeFacts(context.model, context.typeOptions, schemas.names);
  const conversions = planClientConversions(context, [
    ...plan.modules.flatMap(({ operations }) => operations),
    ...plan.callbacks,
  ]);
  const types = { facts, schemas, conversions: conversions.operations };
  return [
    ...renderIndex(context, plan, factory, conversions.table),
    ...plan.modules.flatMap((module) => keepModule(context, module, auth, types)),
    ...renderSecurity(context, plan.security, auth.name),
    ...renderCallbacks(context, plan.callbacks, types),
    ...conversions.files,
  ];
}
