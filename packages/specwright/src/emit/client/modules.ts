import type { PaginationDefinition } from "@specwright/runtime/v1/client";
import { pick } from "../../defined.ts";
import type { Operation } from "../../document/model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import type { Render } from "../../text/render.ts";
import { printUnit, type Unit } from "../../watch/kept-units.ts";
import { type ContentNames, createContentNames } from "../shared/bodies/content-names.ts";
import { listSuccesses } from "../shared/bodies/successes.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { escapeString } from "../shared/escape/string.ts";
import { getMethodName } from "../shared/names/get-method-name.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { renderHeader } from "../shared/print/header.ts";
import { nameList } from "../shared/print/name-list.ts";
import {
  type ImportedSchemas,
  listImportedTypes,
} from "../shared/typescript/names/imported-schemas.ts";
import {
  createTypeContext,
  printTypeHelpers,
  type TypeContext,
  use,
} from "../shared/typescript/type-context.ts";
import { prepareFacts, type TypeFacts } from "../shared/typescript/type-facts.ts";
import type { EmitContext } from "../target.ts";
import { type AnswerHeaders, createAnswerHeaders } from "./answer-headers.ts";
import { acceptChoices, listUsualChoices } from "./answers.ts";
import { type BodyTypes, printBodyTypes } from "./body-types.ts";
import {
  type ClientConversion,
  type ClientConversions,
  conversionsName,
} from "./client-conversions.ts";
import { printReplacedServer } from "./client-servers.ts";
import { printErrorType } from "./error-type.ts";
import { printClientInput } from "./input-type.ts";
import { listLinkNotes } from "./link-notes.ts";
import { isFollowed } from "./pages/find-pagination.ts";
import { type ClientModulePlan, type ClientOperationPlan, listOperationValues } from "./plan.ts";
import { type AuthType, printOptionsType } from "./security/options-type.ts";
import { securityFile } from "./security/security-files.ts";
import { planHeaderReader } from "./source/header-readers.ts";
import {
  printClientOperation,
  printPagination,
  printStringList,
} from "./source/operation-source.ts";

/** Data for printing every declaration: facts about the whole document, and the names of its schemas. */
export interface ClientTypes {
  readonly facts: TypeFacts;
  readonly schemas: ImportedSchemas;
  /** What is converted, by the names of operations. */
  readonly conversions: ClientConversions["operations"];
}

/** The module of a tag: its code and its declarations. */
export function keepModule(
  { model, command, kept, render }: EmitContext,
  { file, operations: plans }: ClientModulePlan,
  auth: AuthType,
  { facts, schemas, conversions }: ClientTypes,
): readonly OutputFile[] {
  const unit = {
    operations: plans.map(({ operation }) => operation),
    header: renderHeader({ source: model.source, command }),
    file,
    plans,
    auth,
    facts: kept === undefined ? facts : prepareFacts(facts, kept),
    schemas,
    conversions: pick(
      conversions,
      plans.map(({ operation }) => operation.name),
    ),
    baseUrl: printReplacedServer(model),
  };
  return printUnit(`client ${file}`, unit, printModuleUnit, { kept, render });
}

/** Everything from which the module of a tag is printed. */
interface ModuleUnit extends Unit, ClientTypes, Pick<ClientModulePlan, "file"> {
  readonly header: string;
  readonly plans: readonly ClientOperationPlan[];
  readonly auth: AuthType;
  /** The document's own server, as a literal. */
  readonly baseUrl: string;
}

function printModuleUnit(
  { header, file, plans, auth, facts, schemas, conversions, baseUrl }: ModuleUnit,
  render: Render,
): readonly OutputFile[] {
  const imports = new Set(["invoke"]);
  const readers = createContentNames(plans.flatMap(listOperationValues));
  const code = plans.map((plan) =>
    viewClientOperation(plan, imports, readers, conversions[plan.operation.name], baseUrl),
  );
  if (code.every(({ conversions: converted }) => converted !== undefined)) {
    imports.delete("invoke");
  }
  const types = createTypeContext(facts);
  const headers = createAnswerHeaders(types, schemas.names.values());
  const declarations = plans.map((plan) => ({
    ...viewDeclaration(plan, types, headers),
    options: printOptionsType(plan.security, auth),
  }));
  const needs = plans.flatMap(({ security }) => security?.constant ?? []);
  const from = escapeString(`./${securityFile}.js`);
  return [
    {
      path: `client/${file}.js`,
      content: render("client/module.js", {
        header,
        imports: nameList([...imports].sort()),
        security: needs.length > 0 && { names: nameList([...new Set(needs)]), from },
        conversions: Object.keys(conversions).length > 0 && conversionsName,
        readers: readers.list().map(({ content, name }) => ({ source: content, name })),
        operations: code,
      }),
    },
    {
      path: `client/${file}.d.ts`,
      content: render("client/module.d.ts", {
        header,
        imports: nameList(listTypeImports(types)),
        typeImports: listImportedTypes(schemas, types),
        security: needs.length > 0 && { names: nameList([auth.name]), from },
        operations: declarations,
        headers: headers.listDeclarations(),
        helpers: printTypeHelpers(types),
      }),
    },
  ];
}

/** The template data for an operation's code. The header readers are added to `readers`, by their source. */
export function viewClientOperation(
  plan: ClientOperationPlan,
  imports: Set<string>,
  readers: ContentNames,
  conversion?: ClientConversion,
  baseUrl = '""',
): Record<string, unknown> {
  const { operation, constant, pages } = plan;
  const { summary, deprecated } = operation;
  if (pages !== undefined) {
    for (const iterator of Object.values(nameIterators(pages.pagination))) {
      imports.add(iterator);
    }
  }
  const reader = planHeaderReader(operation);
  if (reader !== undefined) {
    imports.add(reader.maker);
  }
  // Many operations document the same headers.
  const readerName =
    reader && readers.name(reader.source, "readHeaders", reader.names, [operation.name]);
  return {
    ...nameView(plan),
    constant,
    definition: printClientOperation(plan, imports, {
      readHeaders: readerName,
      baseUrl,
      exactBodies: conversion?.exactBodies,
    }),
    conversions: conversion && `${conversionsName}.${conversion.constant}`,
    namespace: conversionsName,
    doc: renderDocComment({ summary, deprecated }),
    pages: pages && {
      ...pages,
      ...nameIterators(pages.pagination),
      definition: printPagination(pages.pagination),
    },
  };
}

/** The functions of the runtime that iterate over a list. */
function nameIterators(pagination: PaginationDefinition): Readonly<Record<string, string>> {
  return isFollowed(pagination)
    ? { iteratePages: "followedPages", iterateItems: "followedItems" }
    : { iteratePages: "pages", iterateItems: "items" };
}

/** The names of an operation for templates: the one under which it is declared, and the one under which it is exported. */
function nameView({ name, local }: ClientOperationPlan): Record<string, unknown> {
  return { name: local, exported: name, isAlias: name !== local };
}

/** The template data for an operation's declarations. */
export function viewDeclaration(
  plan: ClientOperationPlan,
  context: TypeContext,
  headers: AnswerHeaders,
  isCallback = false,
): Record<string, unknown> {
  const { operation, input, output, error, pages } = plan;
  const { summary, description, deprecated } = operation;
  const types = printBodyTypes(operation, context, isCallback);
  const printed = printClientInput(plan, types, context);
  if (printed.members === "" && printed.bodies === undefined) {
    use("NoInput", context);
  }
  if (pages !== undefined) {
    use("PageItem", context);
  }
  const notes = [
    `\`${getMethodName(operation)} ${operation.path}\``,
    ...describeOwnServer(operation),
    ...listLinkNotes(operation),
  ];
  return {
    ...nameView(plan),
    input,
    output,
    error,
    members: printed.members,
    bodies: printed.bodies,
    mark: printed.optional ? "?" : "",
    result: printOutputType(operation, types),
    choice: viewChoice(plan, types),
    headers: printAnswerHeaders(operation, headers),
    errors: printErrorType(operation, types, context, (response, status) =>
      headers.nameHeadersType(response, [operation.name, status]),
    ),
    doc: renderDocComment({ summary, description, deprecated, notes }),
    pages: pages && {
      ...pages,
      path: printStringList(pages.pagination.items),
      doc: renderDocComment({
        summary,
        deprecated,
        notes: ["Every page, each asked for when the loop wants it."],
      }),
      itemsDoc: renderDocComment({ summary, deprecated, notes: ["Every item of every page."] }),
    },
  };
}

/** Callers who allow only certain hosts need to know about this one. */
function describeOwnServer({ server }: Operation): readonly string[] {
  return server === undefined ? [] : [`Sent to \`${server}\` unless \`baseUrl\` is given.`];
}

function printOutputType(operation: Operation, types: BodyTypes, wanted?: string): string {
  const results = listSuccesses(operation).map(([status]) => types.printResponse(status, wanted));
  return results.length === 0 ? "unknown" : [...new Set(results)].join(" | ");
}

/** The result type of an operation for each media type that a caller can choose. */
function viewChoice(
  { operation, choice }: ClientOperationPlan,
  types: BodyTypes,
): Record<string, unknown> | undefined {
  const joinNames = (names: readonly string[]): string => names.map(escapeString).join(" | ");
  return (
    choice && {
      ...choice,
      usual: joinNames(listUsualChoices(operation)),
      members: acceptChoices(operation).map((mediaType) => ({
        key: escapePropertyKey(mediaType),
        type: printOutputType(operation, types, mediaType),
      })),
    }
  );
}

/** The type of the documented headers of successful responses. */
function printAnswerHeaders(operation: Operation, headers: AnswerHeaders): string {
  const all = listSuccesses(operation).map(([, response]) =>
    headers.nameHeadersType(response, [operation.name]),
  );
  return all.every((each) => each === undefined)
    ? ""
    : [...new Set(all.map((each) => each ?? "Record<never, never>"))].join(" | ");
}

/** The runtime's types that declarations may use. Every module uses some of them. */
const runtimeTypes = [
  "ApiError",
  "ApiPromise",
  "BinaryBody",
  "CallOptions",
  "ClientErrorStatus",
  "ErrorStatus",
  "MultipartBody",
  "NoInput",
  "PageItem",
  "ServerErrorStatus",
  "ServerSentEvent",
  "Transport",
];
const everywhere: ReadonlySet<string> = new Set([
  "ApiError",
  "ApiPromise",
  "CallOptions",
  "Transport",
]);

/** The runtime's types that a module of declarations imports. */
export function listTypeImports({ used }: Pick<TypeContext, "used">): readonly string[] {
  return runtimeTypes.filter((name) => everywhere.has(name) || used.has(name));
}
