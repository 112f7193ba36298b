import type { OutputFile } from "../../output-file.ts";
import { createContentNames } from "../shared/bodies/content-names.ts";
import { escapeString } from "../shared/escape/string.ts";
import { getMethodName } from "../shared/names/get-method-name.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { renderHeader } from "../shared/print/header.ts";
import { nameList } from "../shared/print/name-list.ts";
import { listImportedTypes } from "../shared/typescript/names/imported-schemas.ts";
import { createTypeContext, printTypeHelpers } from "../shared/typescript/type-context.ts";
import type { EmitContext } from "../target.ts";
import { createAnswerHeaders } from "./answer-headers.ts";
import { conversionsName } from "./client-conversions.ts";
import {
  type ClientTypes,
  listTypeImports,
  viewClientOperation,
  viewDeclaration,
} from "./modules.ts";
import type { ClientCallbackPlan } from "./plan.ts";

/** The module that sends callbacks, for the service that the document describes. Empty when the document has no callbacks. */
export function renderCallbacks(
  { model, command, render }: EmitContext,
  callbacks: readonly ClientCallbackPlan[],
  { facts, schemas, conversions }: ClientTypes,
): readonly OutputFile[] {
  if (callbacks.length === 0) {
    return [];
  }
  const header = renderHeader({ source: model.source, command });
  const imports = new Set<string>();
  const readers = createContentNames(
    callbacks.flatMap(({ local, constant, url }) => [local, constant, url]),
  );
  const code = callbacks.map((plan) => ({
    ...viewClientOperation(plan, imports, readers, conversions[plan.operation.name]),
    url: plan.url,
    expression: escapeString(plan.expression),
  }));
  const types = createTypeContext(facts);
  const headers = createAnswerHeaders(types, schemas.names.values());
  const declarations = callbacks.map((plan) => ({
    ...viewDeclaration(plan, types, headers, true),
    ...printCallbackDocs(plan),
    url: plan.url,
  }));
  const used = listTypeImports(types).filter((name) => !provided.has(name));
  return [
    {
      path: "client/callbacks.js",
      content: render("client/callbacks.js", {
        header,
        conversions:
          callbacks.some(({ operation }) => conversions[operation.name] !== undefined) &&
          conversionsName,
        imports: imports.size === 0 ? "" : nameList([...imports].sort()),
        readers: readers.list().map(({ content, name }) => ({ source: content, name })),
        operations: code,
      }),
    },
    {
      path: "client/callbacks.d.ts",
      content: render("client/callbacks.d.ts", {
        header,
        imports: nameList(used),
        typeImports: listImportedTypes(schemas, types),
        operations: declarations,
        headers: headers.listDeclarations(),
        helpers: printTypeHelpers(types),
      }),
    },
  ];
}

/** Types that operations import. Functions of callbacks take `CallbackOptions` instead, so they do not need these. */
const provided: ReadonlySet<string> = new Set(["CallOptions", "Transport"]);

function printCallbackDocs({
  operation,
  expression,
  owner,
}: ClientCallbackPlan): Record<string, string> {
  const { summary, description, deprecated } = operation;
  const notes = [`\`${getMethodName(operation)} ${expression}\`, a callback of \`${owner.name}\``];
  return {
    doc: renderDocComment({ summary, description, deprecated, notes }),
    urlDoc: renderDocComment({
      description: `The URL of the callback: \`${expression}\`, evaluated with the input of the handler of \`${owner.name}\`. The caller chose this URL: check it before you send to it.`,
    }),
  };
}
