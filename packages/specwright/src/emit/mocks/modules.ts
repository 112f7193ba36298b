import { splitDirections } from "../../document/model/directions/split-directions.ts";
import type { Model, Operation } from "../../document/model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { escapeString } from "../shared/escape/string.ts";
import { getMethodName } from "../shared/names/get-method-name.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { renderHeader } from "../shared/print/header.ts";
import { nameList } from "../shared/print/name-list.ts";
import { listImportedTypes } from "../shared/typescript/names/imported-schemas.ts";
import {
  createTypeContext,
  printTypeHelpers,
  type TypeContext,
} from "../shared/typescript/type-context.ts";
import { planAnswers } from "./answers.ts";
import { printAnswerTypes } from "./declarations/answer-type.ts";
import { printMockInput } from "./declarations/input-type.ts";
import { chooseFactoriesFile, type MocksContext, type MockTypes } from "./factories.ts";
import { conversionsName, type MockConversions } from "./mock-conversions.ts";
import type { MockModulePlan, MockOperationPlan, MocksPlan } from "./plan.ts";
import {
  printMockDefinition,
  printMockServers,
  type SourcePrinting,
} from "./source/operation-source.ts";

/** The module of a tag: the mocks of its operations, and their declarations. */
export function renderMockModule(
  context: MocksContext,
  plan: MocksPlan,
  { file, operations }: MockModulePlan,
  { typed, facts, schemas }: MockTypes,
  conversions: MockConversions,
): readonly OutputFile[] {
  const { model, command, render } = context;
  const header = renderHeader({ source: model.source, command });
  const printing: SourcePrinting = {
    factories: plan.factories,
    used: new Set(),
    called: new Set(),
    calls: new Set(["mockOperation"]),
    conversions,
  };
  const validated = indexValidated(model);
  const code = operations.map(({ name, operation }) => {
    const answers = planAnswers(
      operation,
      validated.get(operation.name) ?? operation,
      plan,
      context.report,
    );
    const { summary, deprecated } = operation;
    return {
      name,
      definition: printMockDefinition(operation, answers, model, printing),
      doc: renderDocComment({ summary, deprecated }),
    };
  });
  const types = createTypeContext(facts);
  const typedOperations = new Map(typed.operations.map((each) => [each.name, each]));
  const declarations = operations.map((each) =>
    viewMock(
      { ...each, operation: typedOperations.get(each.operation.name) ?? each.operation },
      types,
    ),
  );
  return [
    {
      path: `mocks/${file}.js`,
      content: render("mocks/module.js", {
        header,
        makers: listNames(printing.used),
        imports: nameList([...printing.calls].sort()),
        factories: listNames(printing.called),
        from: escapeString(`./${chooseFactoriesFile(conversions)}.js`),
        conversions: operations.some(({ operation }) => conversions.operations.has(operation.name))
          ? conversionsName
          : "",
        servers: code.some(({ definition }) => definition.includes("\n  servers,\n"))
          ? printMockServers(model)
          : "",
        operations: code,
      }),
    },
    {
      path: `mocks/${file}.d.ts`,
      content: render("mocks/module.d.ts", {
        header,
        imports: nameList([
          "MockOperation",
          ...["MockOptions", "MockReply"].filter((name) =>
            declarations.some(({ answers, errors }) => `${answers}${errors}`.includes(name)),
          ),
          ...statusTypes.filter((name) => types.used.has(name)),
        ]),
        events: types.used.has("ServerSentEvent"),
        typeImports: listImportedTypes(schemas, types),
        operations: declarations,
        helpers: printTypeHelpers(types),
      }),
    },
  ];
}

const statusTypes: readonly string[] = [
  "ClientErrorStatus",
  "RedirectStatus",
  "ServerErrorStatus",
  "StatusCode",
  "SuccessStatus",
];

function listNames(names: ReadonlySet<string>): string {
  return names.size === 0 ? "" : nameList([...names].sort());
}

/** Operations with the schemas of validators, by name. A model never changes. */
function indexValidated(model: Model): ReadonlyMap<string, Operation> {
  const found =
    validatedOperations.get(model) ??
    new Map(
      splitDirections(model, { for: "validation", readOnly: "accept" }).operations.map((each) => [
        each.name,
        each,
      ]),
    );
  validatedOperations.set(model, found);
  return found;
}

const validatedOperations = new WeakMap<Model, ReadonlyMap<string, Operation>>();

function viewMock(
  { operation, name, input, answer }: MockOperationPlan,
  context: TypeContext,
): Readonly<Record<string, unknown>> {
  const { summary, deprecated } = operation;
  return {
    name,
    input,
    answer,
    members: printMockInput(operation, context),
    ...printAnswerTypes(operation, context),
    doc: renderDocComment({
      summary,
      deprecated,
      notes: [`\`${getMethodName(operation)} ${operation.path}\``],
    }),
  };
}
