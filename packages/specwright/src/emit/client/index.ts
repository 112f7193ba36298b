import type { Emitter } from "../target.ts";
import { buildTypedModel } from "../typed-model.ts";
import { importSchemas } from "../typescript/names/imported-schemas.ts";
import { collectTypeFacts } from "../typescript/type-facts.ts";
import { renderCallbacks } from "./callbacks.ts";
import { renderIndex } from "./index-files.ts";
import { keepModule } from "./modules.ts";
import { listPlannedNames, planClient } from "./plan.ts";
import { listReservedTypes, nameFactoryTypes } from "./reserved-names.ts";
import { nameAuthType } from "./security/options-type.ts";
import { renderSecurity } from "./security/security-files.ts";

/** Emits the client: one module for each tag with its operations, and `client/index.js`, which exports them all. */
export const emitClient: Emitter = (given) => {
  const context = { ...given, model: buildTypedModel(given) };
  const { factory = "createApi" } = context;
  const plan = planClient(context.model, factory);
  const auth = nameAuthType(nameFactoryTypes(factory).auth, plan.security);
  const schemas = importSchemas(context.model, [
    ...listReservedTypes(factory),
    ...listPlannedNames(plan),
  ]);
  const facts = collectTypeFacts(context.model, context.typeOptions, schemas.names);
  return {
    files: [
      ...renderIndex(context, plan, factory),
      ...plan.modules.flatMap((module) => keepModule(context, module, auth, { facts, schemas })),
      ...renderSecurity(context, plan.security, auth.name),
      ...renderCallbacks(context, plan.callbacks, { facts, schemas }),
    ],
    diagnostics: plan.diagnostics,
  };
};
