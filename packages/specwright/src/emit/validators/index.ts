import { splitDirections } from "../../document/model/directions/split-directions.ts";
import type { Model, Operation } from "../../document/model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { createEmitter, type TargetCode, type TargetContext } from "../define-target.ts";
import { createContentNames } from "../shared/bodies/content-names.ts";
import { decideRequiredHeaders } from "../shared/bodies/required-headers.ts";
import { escapeString } from "../shared/escape/string.ts";
import { renderHeader } from "../shared/print/header.ts";
import { createHoldsValue } from "../shared/values/value-parts.ts";
import type { Emitter } from "../target.ts";
import { viewComponents } from "./components-module.ts";
import { viewConverted } from "./converted-module.ts";
import type { ValidatorContext } from "./definitions/context.ts";
import { createInnerFunctions } from "./definitions/context.ts";
import { createDefinitions } from "./definitions/definitions.ts";
import { createMeanings, findDuplicates } from "./definitions/duplicates.ts";
import { findKeptTexts } from "./definitions/kept-definitions.ts";
import { createDefinitionNames } from "./definitions/names.ts";
import {
  collectOperations,
  gatherOperation,
  type OperationSource,
} from "./definitions/operations.ts";
import { describeLosses } from "./losses.ts";
import { viewOperations } from "./operations-module.ts";
import { viewPredicates } from "./predicate/predicates-module.ts";

/**
 * Zod schemas with the same meaning as the document's schemas. They return values unchanged. There is one for
 * each component, and one for the parameters, bodies and responses of each operation. Requests and responses have
 * separate schemas when `readOnly` and `writeOnly` make them differ. Keywords that cannot be enforced are reported as
 * losses.
 */
export const validatorsCode: TargetCode<ValidatorsPlan> = {
  plan: planValidators,
  files: printValidators,
};

/** Emits the validators. */
export const emitValidators: Emitter = createEmitter(validatorsCode);

interface ValidatorsPlan {
  readonly validators: ValidatorContext;
  readonly groups: Parameters<typeof viewOperations>[0];
}

function planValidators(given: Model, context: TargetContext): ValidatorsPlan {
  const { kept, readOnlyInRequests: readOnly = "accept" } = context;
  const openEnums = context.typeOptions?.openEnums;
  const model = splitDirections(given, { for: "validation", readOnly, openEnums });
  const components = model.components.schemas;
  const isRequired = decideRequiredHeaders(context.addedHeaders);
  const sources = kept?.index("sources of operations", createSources) ?? createSources();
  const gatherSource = (operation: Operation): OperationSource => {
    const source = sources.get(operation) ?? gatherOperation(operation, isRequired);
    sources.set(operation, source);
    return source;
  };
  const ofPaths = model.operations.map(gatherSource);
  const ofWebhooks = model.webhooks.flatMap((item) => item.operations.map(gatherSource));
  const ofCallbacks = model.operations
    .flatMap(({ callbacks }) => callbacks.flatMap(({ pathItems }) => pathItems))
    .flatMap((item) => item.operations.map(gatherSource));
  const duplicates = findDuplicates(
    components.values(),
    [...ofPaths, ...ofWebhooks, ...ofCallbacks],
    kept?.index("meanings of schemas", createMeanings),
  );
  const definitions = createDefinitions(components, duplicates);
  const operations = collectOperations(ofPaths, definitions);
  const webhooks = collectOperations(ofWebhooks, definitions);
  const callbacks = collectOperations(ofCallbacks, definitions);
  definitions.close();
  const names = createDefinitionNames(definitions);
  const validators: ValidatorContext = {
    definitions,
    names,
    assertsFormats: context.formats !== "annotate",
    isMini: context.options.zod === "mini",
    hasDirections: context.readWriteSplit === true,
    isConverted: context.values ? createHoldsValue(context.values.kinds) : () => false,
    constants: createContentNames(),
    evaluators: { code: new Map(), schemas: new Map() },
    refuseKeeping: () => {},
    inner: createInnerFunctions(),
    texts:
      kept &&
      findKeptTexts({ definitions, names }, kept, `${context.formats} ${context.options.zod}`),
  };
  context.reportRenamings(names.renamings);
  return { validators, groups: { operations, webhooks, callbacks } };
}

function printValidators(
  { validators, groups }: ValidatorsPlan,
  context: TargetContext,
): readonly OutputFile[] {
  const { definitions, names } = validators;
  const { isMini } = validators;
  const modules = {
    zod: escapeString(isMini ? "zod/mini" : "zod"),
    types: escapeString(`@specwright/runtime/v1/schema${isMini ? "-mini" : ""}`),
  };
  const writeHeader = (pointer: string): string =>
    renderHeader({ source: context.model.source, pointer, command: context.command });
  const buildValidatorFile = (
    name: string,
    pointer: string,
    view: Readonly<Record<string, unknown>>,
  ): OutputFile => ({
    path: `validators/${name}`,
    content: context.render(`validators/${name}`, {
      ...view,
      ...modules,
      header: writeHeader(pointer),
    }),
  });

  const ofComponents = viewComponents(validators);
  const ofOperations = viewOperations(groups, validators);
  const converted = context.values && viewConverted(validators, context.values);
  const all = [...definitions.components.keys()].map(names.findExport);
  const index = {
    exports: all.filter((name) => converted?.exports.has(name) !== true),
    converted: converted && { exports: [...converted.exports] },
    wire: context.values !== undefined,
    callbacks: groups.callbacks.length > 0,
  };
  const files = [
    buildValidatorFile("index.js", "", index),
    buildValidatorFile("index.d.ts", "", index),
    ...(converted === undefined
      ? []
      : [
          buildValidatorFile("values.js", "#/components/schemas", converted.code),
          buildValidatorFile("values.d.ts", "#/components/schemas", converted.declarations),
        ]),
    buildValidatorFile("components.js", "#/components/schemas", ofComponents.code),
    buildValidatorFile("components.d.ts", "#/components/schemas", ofComponents.declarations),
    buildValidatorFile("operations.js", "#/paths", ofOperations.code),
    buildValidatorFile("operations.d.ts", "#/paths", ofOperations.declarations),
    // Printed last, because printing the other modules adds functions and constants to it.
    buildValidatorFile("predicates.js", "", viewPredicates(validators)),
  ];
  context.report(...describeLosses(validators));
  return files;
}

/** By operation. Operations never change, and all runs have the same options. */
function createSources(): WeakMap<Operation, OperationSource> {
  return new WeakMap();
}
