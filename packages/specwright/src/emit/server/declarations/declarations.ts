import type { Model, Operation } from "../../../document/model/model.ts";
import type { OutputFile } from "../../../output-file.ts";
import type { Render } from "../../../text/render.ts";
import { printUnit, type Unit } from "../../../watch/kept-units.ts";
import { decideRequiredHeaders } from "../../shared/bodies/required-headers.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { renderDocComment } from "../../shared/print/doc-comment.ts";
import { renderHeader } from "../../shared/print/header.ts";
import {
  type ImportedSchemas,
  importSchemas,
  listImportedTypes,
} from "../../shared/typescript/names/imported-schemas.ts";
import { placeOperation } from "../../shared/typescript/places/emitted-place.ts";
import {
  createTypeContext,
  helperNames,
  printExportedTypeHelpers,
  useAll,
} from "../../shared/typescript/type-context.ts";
import {
  collectTypeFacts,
  prepareFacts,
  type TypeFacts,
} from "../../shared/typescript/type-facts.ts";
import type { EmitContext } from "../../target.ts";
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
import { type Answer, listAnswers } from "./response-type.ts";
import { type AnsweredOperation, type SharedAnswers, shareAnswers } from "./shared-answers.ts";
import { listRuntimeImports, printHandlerType, type View, writeOperationDocs } from "./views.ts";

/**
 * The server's declarations: a module for each tag with the inputs and responses of its operations, `shared.d.ts` with
 * types that several modules use, and the index. The index exports all of these, and declares the handlers and the
 * router.
 */
export function renderDeclarations(context: EmitContext, plan: ServerPlan): readonly OutputFile[] {
  const { model, typeOptions, kept } = context;
  const imported = importSchemas(model, listTypeNames(plan));
  const facts = collectTypeFacts(model, typeOptions, imported.names);
  const unitFacts = kept === undefined ? facts : prepareFacts(facts, kept);
  const answered = new Map(
    plan.operations.map((each) => [
      each.operation.name,
      { plan: each, answers: keepAnswers(each.operation, unitFacts, context) },
    ]),
  );
  const printing: Printing = {
    facts,
    unitFacts,
    schemas: createFilledSchemas(facts),
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
  readonly facts: TypeFacts;
  readonly unitFacts: TypeFacts;
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

function keepAnswers(
  operation: Operation,
  facts: TypeFacts,
  context: EmitContext,
): readonly Answer[] {
  const { addedHeaders = [] } = context;
  const unit = { operations: [operation], facts, addedHeaders };
  return printUnit(`server answers ${operation.name}`, unit, printAnswersUnit, context);
}

interface AnswersUnit extends Unit {
  readonly operations: readonly Operation[];
  readonly facts: TypeFacts;
  readonly addedHeaders: readonly string[];
}

function printAnswersUnit({ operations, facts, addedHeaders }: AnswersUnit): readonly Answer[] {
  const types = createTypeContext(facts);
  const isRequired = decideRequiredHeaders(addedHeaders);
  return operations.flatMap((operation) =>
    listAnswers(operation, placeOperation(operation, "paths", types), types, isRequired),
  );
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
      ...keepDocs(operation, context),
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
function keepDocs(
  { name, summary, description, deprecated, method, path }: Operation,
  context: EmitContext,
): View {
  const operation = { summary, description, deprecated, method, path };
  return printUnit(`server docs ${name}`, { operation }, printDocsUnit, context);
}

function printDocsUnit({ operation }: DocsUnit): View {
  return writeOperationDocs(operation);
}

interface DocsUnit extends Unit {
  readonly operation: Parameters<typeof writeOperationDocs>[0];
}

function renderModule(
  context: EmitContext,
  { file, operations }: ServerModulePlan,
  { facts, unitFacts, schemas, imported, shared, answered, helpers }: Printing,
): OutputFile {
  const types = createTypeContext(facts);
  types.used.add("OperationInput");
  const parts = operations.map((plan): OperationParts => {
    const { answers = [] } = answered.get(plan.operation.name) ?? {};
    return {
      plan,
      docs: keepDocs(plan.operation, context),
      filled: printFilledBodies(plan.operation, schemas, types),
      responses: shared.print(answers, types),
    };
  });
  const unit = {
    operations: operations.map(({ operation }) => operation),
    header: renderHeader({ source: context.model.source, command: context.command }),
    parts,
    used: types.used,
    facts: unitFacts,
    imported,
    sharedNames: shared.names,
  };
  const printed = printUnit(`server module ${file}`, unit, printModuleUnit, context);
  useAll(printed.helpers, { used: helpers });
  return { path: `server/${file}.d.ts`, content: printed.content };
}

/** An operation, with the parts of its declarations that are also collected for other files. */
interface OperationParts {
  readonly plan: ServerOperationPlan;
  readonly docs: View;
  readonly filled: FilledBodies;
  readonly responses: string;
}

interface ModuleUnit extends Unit {
  readonly header: string;
  readonly parts: readonly OperationParts[];
  /** The imports and helpers that the texts among the parts need. */
  readonly used: ReadonlySet<string>;
  readonly facts: TypeFacts;
  readonly imported: ImportedSchemas;
  /** The names of the answers in `shared.d.ts`. */
  readonly sharedNames: ReadonlySet<string>;
}

function printModuleUnit(
  { header, parts, used, facts, imported, sharedNames }: ModuleUnit,
  render: Render,
): { readonly content: string; readonly helpers: readonly string[] } {
  const types = createTypeContext(facts);
  useAll(used, types);
  const views = parts.map(({ plan: { operation, input, response }, docs, filled, responses }) => {
    const place = placeOperation(operation, "paths", types);
    const { members, bodies } = printHandlerInput(operation, place, types, filled);
    return { ...docs, members, bodies, input, response, responses };
  });
  const helpers = helperNames.filter((name) => types.used.has(name));
  const names = ["FilledSchemas", ...sharedNames].filter((name) => types.used.has(name));
  return {
    content: render("server/module.d.ts", {
      header,
      operations: views,
      imports: listRuntimeImports(types),
      typeImports: listImportedTypes(imported, types),
      shared: [...names, ...helpers, "Principals"].sort(),
    }),
    helpers,
  };
}

function renderShared(
  { model, command, render }: EmitContext,
  { facts, schemas, imported, shared, helpers }: Printing,
): string {
  const types = createTypeContext(facts);
  useAll(helpers, types);
  const filled = declareFilledSchemas(schemas, types);
  const answers = shared.declare(types);
  return render("server/shared.d.ts", {
    header: renderHeader({ source: model.source, command }),
    schemes: viewSecuritySchemes(model),
    imports: listRuntimeImports(types),
    typeImports: listImportedTypes(imported, types),
    declarations: answers + filled + printExportedTypeHelpers(types),
  });
}

function writeTitle({ info }: Model): {
  readonly summary: string;
  readonly description: string | undefined;
} {
  return { summary: info.title, description: info.summary };
}
