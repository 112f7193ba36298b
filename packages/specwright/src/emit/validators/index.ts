import { splitDirections } from "../../model/directions/split-directions.ts";
import type { Operation } from "../../model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { createContentNames } from "../bodies/content-names.ts";
import { decideRequiredHeaders } from "../bodies/required-headers.ts";
import { renderHeader } from "../print/header.ts";
import type { EmitContext, EmitResult } from "../target.ts";
import { viewComponents } from "./components-module.ts";
import type { ValidatorContext } from "./definitions/context.ts";
import { createInnerFunctions } from "./definitions/context.ts";
import { createDefinitions } from "./definitions/definitions.ts";
import { createMeanings, findDuplicates } from "./definitions/duplicates.ts";
import { findKnownTexts } from "./definitions/known-texts.ts";
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
 * Writes Zod schemas with the same meaning as the document's schemas. They return values unchanged. There is one for
 * each component, and one for the parameters, bodies and responses of each operation. Requests and responses have
 * separate schemas when `readOnly` and `writeOnly` make them differ. Keywords that cannot be enforced are reported as
 * losses.
 */
export function emitValidators(context: EmitContext): EmitResult {
  const { render, kept, readOnlyInRequests: readOnly = "accept" } = context;
  const model = splitDirections(context.model, { for: "validation", readOnly });
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
    hasDirections: context.readWriteSplit === true,
    constants: createContentNames(),
    evaluators: { code: new Map(), schemas: new Map() },
    leaveUnit: () => {},
    inner: createInnerFunctions(),
    kept,
    render,
    units: new Map(),
    texts: kept && findKnownTexts(definitions.all, names, kept, `${context.formats}`),
  };
  const writeHeader = (pointer: string): string =>
    renderHeader({ source: model.source, pointer, command: context.command });
  const buildValidatorFile = (
    name: string,
    pointer: string,
    view: Readonly<Record<string, unknown>>,
  ): OutputFile => ({
    path: `validators/${name}`,
    content: render(`validators/${name}`, { ...view, header: writeHeader(pointer) }),
  });

  const ofComponents = viewComponents(validators);
  const ofOperations = viewOperations({ operations, webhooks, callbacks }, validators);
  const exports = [...definitions.components.keys()].map(names.findExport);
  return {
    files: [
      buildValidatorFile("index.js", "", { exports, callbacks: callbacks.length > 0 }),
      buildValidatorFile("index.d.ts", "", { exports, callbacks: callbacks.length > 0 }),
      buildValidatorFile("components.js", "#/components/schemas", ofComponents.code),
      buildValidatorFile("components.d.ts", "#/components/schemas", ofComponents.declarations),
      buildValidatorFile("operations.js", "#/paths", ofOperations.code),
      buildValidatorFile("operations.d.ts", "#/paths", ofOperations.declarations),
      // Printed last, because printing the other modules adds functions and constants to it.
      buildValidatorFile("predicates.js", "", viewPredicates(validators)),
    ],
    diagnostics: [...names.diagnostics, ...describeLosses(validators)],
  };
}

/** By operation. Operations never change, and all runs have the same options. */
function createSources(): WeakMap<Operation, OperationSource> {
  return new WeakMap();
}
