import { splitDirections } from "../../model/directions/split-directions.ts";
import type { Operation, Schema } from "../../model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { createContentNames } from "../bodies/content-names.ts";
import { requiredHeaders } from "../bodies/required-headers.ts";
import { renderHeader } from "../print/header.ts";
import type { EmitContext, EmitResult } from "../target.ts";
import { componentModules } from "./components-module.ts";
import type { ValidatorContext } from "./definitions/context.ts";
import { createInnerFunctions } from "./definitions/context.ts";
import { createDefinitions } from "./definitions/definitions.ts";
import { createMeanings, findDuplicates } from "./definitions/duplicates.ts";
import { createDefinitionNames } from "./definitions/names.ts";
import {
  collectOperations,
  type OperationSource,
  operationSource,
} from "./definitions/operations.ts";
import { describeLosses } from "./losses.ts";
import { operationModules } from "./operations-module.ts";
import { predicateModule } from "./predicate/predicates-module.ts";

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
  const isRequired = requiredHeaders(context.addedHeaders);
  const source = (operation: Operation): OperationSource => operationSource(operation, isRequired);
  const ofPaths = model.operations.map(source);
  const ofWebhooks = model.webhooks.flatMap((item) => item.operations.map(source));
  const ofCallbacks = model.operations
    .flatMap(({ callbacks }) => callbacks.flatMap(({ pathItems }) => pathItems))
    .flatMap((item) => item.operations.map(source));
  const duplicates = findDuplicates(
    components.values(),
    [...ofPaths, ...ofWebhooks, ...ofCallbacks],
    kept?.of("validators: meanings", [kept], createMeanings),
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
    evaluators: new Map(),
    evaluated: new Map<never, Map<Schema, number>>(),
    inner: createInnerFunctions(),
    kept,
    asked: undefined,
    units: new Map(),
    faces: new Map(),
  };
  const header = (pointer: string): string =>
    renderHeader({ source: model.source, pointer, command: context.command });
  const file = (
    name: string,
    pointer: string,
    view: Readonly<Record<string, unknown>>,
  ): OutputFile => ({
    path: `validators/${name}`,
    content: render(`validators/${name}`, { ...view, header: header(pointer) }),
  });

  const ofComponents = componentModules(validators);
  const ofOperations = operationModules({ operations, webhooks, callbacks }, validators);
  const exports = [...definitions.components.keys()].map(names.findExport);
  return {
    files: [
      file("index.js", "", { exports, callbacks: callbacks.length > 0 }),
      file("index.d.ts", "", { exports, callbacks: callbacks.length > 0 }),
      file("components.js", "#/components/schemas", ofComponents.code),
      file("components.d.ts", "#/components/schemas", ofComponents.declarations),
      file("operations.js", "#/paths", ofOperations.code),
      file("operations.d.ts", "#/paths", ofOperations.declarations),
      // Printed last, because printing the other modules adds functions and constants to it.
      file("predicates.js", "", predicateModule(validators)),
    ],
    diagnostics: [...names.diagnostics, ...describeLosses(validators)],
  };
}
