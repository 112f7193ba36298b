import type { PaginationDefinition } from "@specwright/runtime/v1/client";
import type { OutputFile } from "../../output-file.ts";
import { isFollowed } from "../client/pages/find-pagination.ts";
import { printPagination, printStringList } from "../client/source/operation-source.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { escapeString } from "../shared/escape/string.ts";
import { getMethodName } from "../shared/names/get-method-name.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { nameList } from "../shared/print/name-list.ts";
import type { EmitContext } from "../target.ts";
import type { QueryModulePlan, QueryOperationPlan } from "./plan.ts";

/** The module of a group: its code and its declarations. */
export function renderModule(
  { render }: Pick<EmitContext, "render">,
  { file, group, key, inputs, operations }: QueryModulePlan,
  { header, tanstack }: { readonly header: string; readonly tanstack: string },
): readonly OutputFile[] {
  const view = {
    header,
    package: escapeString(tanstack),
    group: escapeString(group),
    key,
    inputs,
    operations: operations.map((plan) => viewOperation(plan, group)),
    streams: operations.some(({ kind }) => kind === "stream"),
    code: nameList(listBuilders(operations)),
    runtimeTypes: nameList(listRuntimeTypes(operations)),
    optionTypes: nameList(listOptionTypes(operations)),
  };
  return [
    { path: `query/${file}.js`, content: render("query/module.js", view) },
    { path: `query/${file}.d.ts`, content: render("query/module.d.ts", view) },
  ];
}

function viewOperation(
  { operation, client, kind, name, optional, infinite, choice }: QueryOperationPlan,
  group: string,
): Record<string, unknown> {
  const { summary, deprecated } = operation;
  const start = [escapeString(group), escapeString(client.name)];
  const notes = [`\`${getMethodName(operation)} ${operation.path}\``];
  const types = [...start, `client.${client.input}`];
  const output = choice ? `client.${choice.outputs}[Accept]` : `client.${client.output}`;
  const error = `client.${client.error}`;
  const result = { query: "Query", stream: "StreamedQuery", mutation: "Mutation" }[kind];
  const data = kind === "stream" ? `StreamItem<${output}>` : output;
  return {
    name,
    listed: client.listed,
    input: client.input,
    member: escapePropertyKey(client.name),
    start: start.join(", "),
    mutation: kind === "mutation",
    stream: kind === "stream",
    mark: optional ? "?" : "",
    accept: choice === undefined ? "" : printAccept(choice),
    choice: choice === undefined ? "" : " & { readonly accept?: Accept }",
    result: printGeneric(result, [...types, data, error]),
    doc: renderDocComment({ summary, deprecated, notes }),
    infinite: infinite && {
      ...infinite,
      build: nameBuilder(infinite.pagination),
      definition: printPagination(infinite.pagination).replaceAll("\n", "\n  "),
      doc: renderDocComment({ summary, deprecated, notes: [...notes, "Page by page."] }),
      result: printGeneric("InfiniteQuery", [
        ...types,
        isLinked(infinite.pagination)
          ? `LinkedPage<client.${client.output}>`
          : `client.${client.output}`,
        error,
        printPosition(client.input, infinite.pagination),
      ]),
    },
  };
}

/** True when the headers of answers have the URLs of further pages. */
function isLinked(pagination: PaginationDefinition): boolean {
  return isFollowed(pagination) && pagination.next === undefined;
}

function nameBuilder(pagination: PaginationDefinition): string {
  return isFollowed(pagination) ? "buildFollowedQuery" : "buildInfiniteQuery";
}

/** The type of a cursor, from the input. Other positions are numbers or URLs. */
function printPosition(input: string, pagination: PaginationDefinition): string {
  const { cursor } = pagination;
  if (isFollowed(pagination)) {
    return "string | undefined";
  }
  return cursor === undefined
    ? "number"
    : `InputMember<client.${input}, ${printStringList(cursor)}> | undefined`;
}

function printAccept({ usual, all }: NonNullable<QueryOperationPlan["choice"]>): string {
  const join = (types: readonly string[]): string => types.map(escapeString).join(" | ");
  return `<Accept extends ${join(all)} = ${join(usual)}>`;
}

/** A type with its arguments, on one line if it fits. */
function printGeneric(name: string, types: readonly string[]): string {
  const line = `${name}<${types.join(", ")}>`;
  return line.length <= 95 ? line : `${name}<\n${types.map((type) => `  ${type}`).join(",\n")}\n>`;
}

function listBuilders(operations: readonly QueryOperationPlan[]): readonly string[] {
  const has = (kind: QueryOperationPlan["kind"]): boolean =>
    operations.some((each) => each.kind === kind);
  const infinite = operations.flatMap((each) => each.infinite?.pagination ?? []);
  return [
    ...new Set(infinite.map(nameBuilder)),
    "buildKey",
    ...(has("mutation") ? ["buildMutation"] : []),
    ...(has("query") ? ["buildQuery"] : []),
    ...(has("stream") ? ["buildStreamedQuery"] : []),
  ];
}

function listRuntimeTypes(operations: readonly QueryOperationPlan[]): readonly string[] {
  const infinite = operations.flatMap((each) => each.infinite?.pagination ?? []);
  return [
    ...(infinite.some(({ cursor }) => cursor) ? ["InputMember"] : []),
    ...(infinite.some(isLinked) ? ["LinkedPage"] : []),
    "QueryCallOptions",
    ...(operations.some(({ kind }) => kind === "stream") ? ["StreamItem"] : []),
    "Transport",
  ];
}

function listOptionTypes(operations: readonly QueryOperationPlan[]): readonly string[] {
  const has = (kind: QueryOperationPlan["kind"]): boolean =>
    operations.some((each) => each.kind === kind);
  return [
    ...(operations.some(({ infinite }) => infinite) ? ["InfiniteQuery"] : []),
    ...(has("mutation") ? ["Mutation"] : []),
    ...(has("query") ? ["Query"] : []),
    ...(has("stream") ? ["StreamedQuery"] : []),
  ];
}
