import type { OutputFile } from "../../output-file.ts";
import { createEmitter, type TargetCode, type TargetContext } from "../define-target.ts";
import { importSchemas } from "../shared/typescript/names/imported-schemas.ts";
import { collectTypeFacts } from "../shared/typescript/type-facts.ts";
import type { Emitter } from "../target.ts";
import { buildTypedModel } from "../typed-model.ts";
import { renderFactories } from "./factories.ts";
import { renderMocksIndex } from "./index-files.ts";
import { planMockConversions } from "./mock-conversions.ts";
import { renderMockModule } from "./modules.ts";
import { type MocksPlan, planMocks } from "./plan.ts";
import { reservedTypes } from "./reserved-names.ts";

/**
 * Mocks: for each operation a function that makes handlers for MSW, in a module for each tag, and for each component a
 * factory of values that fit it.
 */
export const mocksCode: TargetCode<MocksPlan> = {
  plan: (model, context) => {
    const plan = planMocks(model, context);
    context.report(...plan.diagnostics);
    context.reportRenamings(plan.renamings);
    return plan;
  },
  files: printMocks,
};

/** Emits the mocks. */
export const emitMocks: Emitter = createEmitter(mocksCode);

function printMocks(plan: MocksPlan, context: TargetContext): readonly OutputFile[] {
  const typed = buildTypedModel(context);
  const planned = plan.modules.flatMap(({ operations }) =>
    operations.flatMap(({ input, answer }) => [input, answer]),
  );
  const schemas = importSchemas(typed, [...reservedTypes, ...planned]);
  const facts = collectTypeFacts(typed, context.typeOptions, schemas.names);
  const types = { typed, facts, schemas };
  const conversions = planMockConversions(context, plan);
  return [
    ...renderMocksIndex(context, plan),
    ...renderFactories(context, plan, types, conversions),
    ...plan.modules.flatMap((module) =>
      renderMockModule(context, plan, module, types, conversions),
    ),
    ...conversions.files,
  ];
}
