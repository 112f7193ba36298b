import type { OutputFile } from "../../output-file.ts";
import { renderDocComment } from "../doc-comment.ts";
import { renderHeader } from "../header.ts";
import { successes } from "../successes.ts";
import type { EmitContext } from "../target.ts";
import { keptPrint, type TypeContext, typeHelpers } from "../type-context.ts";
import { bodyTypes } from "./body-types.ts";
import { errorType } from "./error-type.ts";
import { inputType } from "./input-type.ts";
import { nameList } from "./name-list.ts";
import { operationSource, paginationSource, stringList } from "./operation-source.ts";
import type { ClientModulePlan, ClientOperationPlan } from "./plan.ts";

/** The module of a tag: its code and its declarations. What `shared` knows of the whole document is asked for once. */
export function renderModule(
  context: EmitContext,
  module: ClientModulePlan,
  shared: TypeContext,
): readonly OutputFile[] {
  const { render, command, model } = context;
  const inputs = [render, command, model.source, ...module.operations.flatMap(namesOf)];
  const key = module.operations[0]?.operation ?? module;
  return keptPrint(`client: ${module.file}`, key, inputs, shared, () =>
    printModule(context, module, shared),
  );
}

/** Everything that a module is printed from. */
function namesOf({
  operation,
  name,
  constant,
  input,
  output,
  error,
  pages,
}: ClientOperationPlan): unknown[] {
  return [
    operation,
    name,
    constant,
    input,
    output,
    error,
    pages?.constant,
    pages?.pages,
    pages?.items,
  ];
}

function printModule(
  context: EmitContext,
  module: ClientModulePlan,
  shared: TypeContext,
): readonly OutputFile[] {
  const { model, command, render } = context;
  const header = renderHeader({ source: model.source, command });
  const imports = new Set(["call"]);
  const code = module.operations.map((plan) => operationView(plan, imports));
  const types: TypeContext = { ...shared, usesWithRequired: false };
  const declarations = module.operations.map((plan) => declarationView(plan, types));
  const used = typeImports(declarations);
  return [
    {
      path: `client/${module.file}.js`,
      content: render("client/module.js", {
        header,
        imports: nameList([...imports].sort()),
        operations: code,
      }),
    },
    {
      path: `client/${module.file}.d.ts`,
      content: render("client/module.d.ts", {
        header,
        imports: nameList(used),
        operations: declarations,
        helpers: typeHelpers(types),
      }),
    },
  ];
}

function operationView(plan: ClientOperationPlan, imports: Set<string>): Record<string, unknown> {
  const { operation, name, constant, pages } = plan;
  const { summary, deprecated } = operation;
  if (pages !== undefined) {
    imports.add("pages").add("items");
  }
  return {
    name,
    constant,
    definition: operationSource(plan, imports),
    doc: renderDocComment({ summary, deprecated }),
    pages: pages && { ...pages, definition: paginationSource(pages.pagination) },
  };
}

function declarationView(plan: ClientOperationPlan, context: TypeContext): Record<string, unknown> {
  const { operation, name, input, output, error, pages } = plan;
  const { summary, description, deprecated, method, path } = operation;
  const types = bodyTypes(operation, context);
  const printed = inputType(plan, types, context);
  const results = [...new Set(successes(operation).map(([status]) => types.response(status)))];
  const notes = [`\`${method.toUpperCase()} ${path}\``];
  return {
    name,
    input,
    output,
    error,
    members: printed.members,
    mark: printed.optional ? "?" : "",
    result: results.length === 0 ? "unknown" : results.join(" | "),
    errors: errorType(operation, types),
    doc: renderDocComment({ summary, description, deprecated, notes }),
    pages: pages && {
      ...pages,
      path: stringList(pages.pagination.items),
      doc: renderDocComment({
        summary,
        deprecated,
        notes: ["Every page, each asked for when the loop wants it."],
      }),
      itemsDoc: renderDocComment({ summary, deprecated, notes: ["Every item of every page."] }),
    },
  };
}

/** Types of the runtime that declarations may use beside those that every module uses. */
const optionalTypes = [
  "ApiError",
  "BinaryBody",
  "CallOptions",
  "ClientErrorStatus",
  "ErrorStatus",
  "MultipartBody",
  "NoInput",
  "PageItem",
  "ServerErrorStatus",
  "Transport",
];

function typeImports(
  declarations: readonly Readonly<Record<string, unknown>>[],
): readonly string[] {
  const texts = declarations.map(({ members, result, errors, pages }) => {
    return `${members === "" ? "NoInput" : members} ${result} ${errors} ${pages ? "PageItem" : ""}`;
  });
  const text = `ApiError CallOptions Transport ${texts.join(" ")}`;
  return optionalTypes.filter((name) => text.includes(name));
}
