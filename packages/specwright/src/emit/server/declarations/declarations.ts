import type { Model, Operation } from "../../../model/model.ts";
import type { OutputFile } from "../../../output-file.ts";
import { decideRequiredHeaders } from "../../bodies/required-headers.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { escapeString } from "../../escape/string.ts";
import { renderDocComment } from "../../print/doc-comment.ts";
import { renderHeader } from "../../print/header.ts";
import type { EmitContext } from "../../target.ts";
import { type ImportedSchemas, importSchemas } from "../../typescript/names/imported-schemas.ts";
import { placeOperation } from "../../typescript/places/emitted-place.ts";
import {
  createTypeContext,
  helperNames,
  printExportedTypeHelpers,
  type TypeContext,
  useAll,
} from "../../typescript/type-context.ts";
import { collectTypeFacts } from "../../typescript/type-facts.ts";
import { keepOperations } from "../../units/kept-operations.ts";
import {
  declareFilledSchemas,
  type FilledBodies,
  printFilledBodies,
} from "../defaults/filled-bodies.ts";
import { createFilledSchemas, type FilledSchemas } from "../defaults/filled-schemas.ts";
import {
  listTypeNames,
  type ServerModulePlan,
  type ServerOperationPlan,
  type ServerPlan,
} from "../plan.ts";
import { viewSecuritySchemes } from "../security.ts";
import { printHandlerInput } from "./input-type.ts";
import { listAnswers } from "./response-type.ts";
import { type AnsweredOperation, type SharedAnswers, shareAnswers } from "./shared-answers.ts";
import { listRuntimeImports, printHandlerType, type View, writeOperationDocs } from "./views.ts";

/**
 * The server's declarations: a module for each tag with the inputs and responses of its operations, `shared.d.ts` with
 * types that several modules use, and the index. The index exports all of these, and declares the handlers and the
 * router.
 */
export function renderDeclarations(context: EmitContext, plan: ServerPlan): readonly OutputFile[] {
  const { model, typeOptions, addedHeaders } = context;
  const isRequired = decideRequiredHeaders(addedHeaders);
  const imported = importSchemas(model, listTypeNames(plan));
  const types = createTypeContext(model, typeOptions, undefined, imported.names);
  const addedFacts = addedHeaders ?? [];
  const answered = new Map(
    plan.operations.map((each) => {
      const { operation } = each;
      const unit = {
        operations: [operation],
        facts: () => [collectTypeFacts(types), ...addedFacts],
      };
      const answers = keepOperations(`server answers ${operation.name}`, unit, context, () =>
        listAnswers(operation, placeOperation(operation, "paths", types), types, isRequired),
      );
      return [operation.name, { plan: each, answers }];
    }),
  );
  const printing: Printing = {
    types,
    schemas: createFilledSchemas(types),
    imported,
    shared: shareAnswers(
      [...answered.values()],
      [...listTypeNames(plan), ...imported.names.values()],
    ),
    answered,
    helpers: new Set(),
  };
  const modules = plan.modules.map((module) => renderModule(context, module, printing));
  return [
    { path: "server/index.d.ts", content: renderIndex(context, plan) },
    // Rendered last: it is complete only after all bodies and helpers have been printed.
    { path: "server/shared.d.ts", content: renderShared(context, printing) },
    ...modules,
  ];
}

interface Printing {
  readonly types: TypeContext;
  readonly schemas: FilledSchemas;
  readonly imported: ImportedSchemas;
  readonly shared: SharedAnswers;
  /** By the operation's name. */
  readonly answered: ReadonlyMap<string, AnsweredOperation>;
  /**
   * The helper types that modules use. They are declared once, because the index exports every module, and two modules
   * with the same helper would export it twice.
   */
  readonly helpers: Set<string>;
}

function renderIndex(context: EmitContext, plan: ServerPlan): string {
  const { model, command, render } = context;
  const schemes = viewSecuritySchemes(model);
  return render("server/index.d.ts", {
    header: renderHeader({ source: model.source, command }),
    title: renderDocComment(writeTitle(model)),
    modules: plan.modules.map(({ file, operations }) => ({
      from: escapeString(`./${file}.js`),
      names: operations.flatMap(({ input, response }) => [input, response]),
    })),
    operations: plan.operations.map(({ operation, input, response }) => ({
      ...keptDocs(operation, context),
      key: escapePropertyKey(operation.name),
      input,
      response,
      handler: printHandlerType(escapePropertyKey(operation.name), [
        `${input}<Context, Security>`,
        response,
      ]),
    })),
    webhooks: plan.webhooks.map(({ input, response }) => ({ input, response })),
    schemes,
    hasBasic: schemes.some(({ credential }) => credential === "BasicCredential"),
  });
}

/** The doc comments of an operation, which the index and a module need. */
function keptDocs(operation: Operation, context: EmitContext): View {
  const unit = { operations: [operation], reads: "own", facts: () => [] } as const;
  return keepOperations(`server docs ${operation.name}`, unit, context, () =>
    writeOperationDocs(operation),
  );
}

function renderModule(
  context: EmitContext,
  { file, operations }: ServerModulePlan,
  { types: facts, schemas, imported, shared, answered, helpers }: Printing,
): OutputFile {
  const types: TypeContext = { ...facts, used: new Set(["OperationInput"]) };
  const parts = operations.map((plan): OperationParts => {
    const { answers = [] } = answered.get(plan.operation.name) ?? {};
    return {
      plan,
      filled: printFilledBodies(plan.operation, schemas, types),
      responses: shared.print(answers, types),
    };
  });
  const unit = {
    operations: operations.map(({ operation }) => operation),
    facts: () => [
      ...[collectTypeFacts(types), ...types.used, "", ...shared.names],
      ...parts.flatMap(({ plan: { input, response }, filled, responses }) => [
        ...[input, response, ...filled.values(), responses],
      ]),
    ],
  };
  const printed = keepOperations(`server module ${file}`, unit, context, () =>
    printModule(context, parts, { types, imported, shared }),
  );
  useAll(printed.helpers, { used: helpers });
  return { path: `server/${file}.d.ts`, content: printed.content };
}

/** An operation, with the parts of its declarations that are also collected for `shared.d.ts`. */
interface OperationParts {
  readonly plan: ServerOperationPlan;
  readonly filled: FilledBodies;
  readonly responses: string;
}

function printModule(
  context: EmitContext,
  parts: readonly OperationParts[],
  { types, imported, shared }: Pick<Printing, "types" | "imported" | "shared">,
): { readonly content: string; readonly helpers: readonly string[] } {
  const { model, command, render } = context;
  const views = parts.map(({ plan: { operation, input, response }, filled, responses }): View => {
    const place = placeOperation(operation, "paths", types);
    const { members, bodies } = printHandlerInput(operation, place, types, filled);
    return { ...keptDocs(operation, context), members, bodies, input, response, responses };
  });
  const usedHelpers = helperNames.filter((name) => types.used.has(name));
  const sharedNames = ["FilledSchemas", ...shared.names].filter((name) => types.used.has(name));
  return {
    content: render("server/module.d.ts", {
      header: renderHeader({ source: model.source, command }),
      operations: views,
      imports: listRuntimeImports(types),
      typeImports: imported.list(types),
      shared: [...sharedNames, ...usedHelpers, "Principals"].sort(),
    }),
    helpers: usedHelpers,
  };
}

function renderShared(
  { model, command, render }: EmitContext,
  { types: facts, schemas, imported, shared, helpers }: Printing,
): string {
  const types: TypeContext = { ...facts, used: new Set(helpers) };
  const filled = declareFilledSchemas(schemas, types);
  const answers = shared.declare(types);
  return render("server/shared.d.ts", {
    header: renderHeader({ source: model.source, command }),
    schemes: viewSecuritySchemes(model),
    imports: listRuntimeImports(types),
    typeImports: imported.list(types),
    declarations: answers + filled + printExportedTypeHelpers(types),
  });
}

function writeTitle({ info }: Model): {
  readonly summary: string;
  readonly description: string | undefined;
} {
  return { summary: info.title, description: info.summary };
}
