import type { PaginationDefinition } from "@specwright/runtime/v1/client";
import { isSafe } from "../../document/model/facts/is-safe.ts";
import type { Operation } from "../../document/model/model.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
import { acceptChoices, listUsualChoices, readContent } from "../client/answers.ts";
import { isInputOptional } from "../client/input-layout.ts";
import type { ClientOperationPlan, ClientPlan } from "../client/plan.ts";
import { classifyMediaType } from "../shared/bodies/media-kind.ts";
import { findStreamFormat } from "../shared/bodies/stream-item.ts";
import { listSuccesses } from "../shared/bodies/successes.ts";
import { escapePath } from "../shared/escape/path.ts";
import { describeOperation, type Renaming } from "../shared/names/describe-renamings.ts";
import { createNames, type Names } from "../shared/names/names.ts";

/**
 * `query`: the data is the answer. `stream`: the data is the list of a stream's items. `mutation`: the operation changes
 * something, or its input cannot be part of a key.
 */
export type QueryKind = "query" | "stream" | "mutation";

/** The functions of an operation. */
export interface QueryOperationPlan {
  readonly operation: Operation;
  /** The operation in the client. */
  readonly client: Pick<ClientOperationPlan, "name" | "listed" | "input" | "output" | "error">;
  readonly kind: QueryKind;
  /** The name of the function, such as `listPetsQuery` or `createPetMutation`. */
  readonly name: string;
  /** True when the operation can be called without an input. */
  readonly optional: boolean;
  /** The infinite query of a list. */
  readonly infinite?: { readonly name: string; readonly pagination: PaginationDefinition };
  /** The media types among which the caller chooses. */
  readonly choice?: {
    readonly outputs: string;
    readonly usual: readonly string[];
    readonly all: readonly string[];
  };
}

/** The operations of a group of the client. They form one module. */
export interface QueryModulePlan {
  /** The file's name without extension. */
  readonly file: string;
  /** The group, as keys have it. */
  readonly group: string;
  /** The name of the function that makes keys, such as `petsKey`. */
  readonly key: string;
  /** The name of the type with the inputs of all operations, such as `PetsInputs`. */
  readonly inputs: string;
  readonly operations: readonly QueryOperationPlan[];
}

export interface QueryPlan {
  readonly modules: readonly QueryModulePlan[];
  readonly renamings: readonly Renaming[];
}

/** The names that modules import or use for something else. */
const taken: readonly string[] = [
  "Accept",
  "InfiniteQuery",
  "InputMember",
  "LinkedPage",
  "Mutation",
  "Operation",
  "Query",
  "QueryCallOptions",
  "QueryKey",
  "StreamItem",
  "StreamedQuery",
  "Transport",
  "buildFollowedQuery",
  "buildInfiniteQuery",
  "buildKey",
  "buildMutation",
  "buildQuery",
  "buildStreamedQuery",
  "client",
  "input",
  "key",
  "matchInput",
  "operation",
  "options",
  "pagination",
  "parts",
  "streamedQuery",
  "transport",
];

/** Chooses the kind and the names of all functions. The client's plan has the groups. */
export function planQuery({ modules }: ClientPlan): QueryPlan {
  const values = createNames({ escape: escapeAsCamel, reserved: taken });
  const types = createNames({
    escape: (text) => escapeIdentifier(text, { style: "pascal" }),
    reserved: taken,
  });
  const files = createNames({
    escape: escapePath,
    reserved: ["index", "options"],
    separator: "-",
    ignoreCase: true,
  });
  const planned = modules.map(({ file, group, tag, operations }) => {
    const thing = { kind: "group of operations", name: tag.name };
    return {
      file: files.name(file, thing),
      group,
      key: values.name(`${group} key`, thing),
      inputs: types.name(`${group} inputs`, thing),
      operations: operations.map((each) => planOperation(each, values)),
    };
  });
  return {
    modules: planned,
    renamings: [values, types, files].flatMap(({ renamings }) => renamings),
  };
}

function escapeAsCamel(text: string): string {
  return escapeIdentifier(text, { style: "camel" });
}

function planOperation(client: ClientOperationPlan, values: Names): QueryOperationPlan {
  const { operation, name, pages, choice } = client;
  const thing = describeOperation(operation);
  const kind = chooseKind(operation);
  const all = acceptChoices(operation).filter((type) => kind === "mutation" || !isStream(type));
  const usual = listUsualChoices(operation).filter((type) => all.includes(type));
  return {
    operation,
    client,
    kind,
    name: values.name(`${name} ${kind === "mutation" ? "mutation" : "query"}`, thing),
    optional: isInputOptional(client),
    ...(kind === "query" &&
      pages !== undefined && {
        infinite: {
          name: values.name(`${name} infinite query`, thing),
          pagination: pages.pagination,
        },
      }),
    ...(kind !== "stream" &&
      choice !== undefined &&
      usual.length > 0 && { choice: { outputs: choice.outputs, usual, all } }),
  };
}

function chooseKind(operation: Operation): QueryKind {
  if (!isSafe(operation) || !fitsIntoKey(operation)) {
    return "mutation";
  }
  const usual = listSuccesses(operation).flatMap(([, { content }]) => readContent(content));
  const streams = usual.filter(({ mediaType }) => isStream(mediaType));
  if (streams.length === 0 || operation.method === "head") {
    return "query";
  }
  // The caller of an operation that answers with a stream or with something else has to look which it is.
  return streams.length === usual.length ? "stream" : "mutation";
}

function isStream(mediaType: string): boolean {
  return findStreamFormat(mediaType) !== undefined;
}

/** Returns whether every body of an operation can be compared as JSON, as keys are. Files cannot. */
function fitsIntoKey({ requestBody }: Operation): boolean {
  return (requestBody?.value.content ?? []).every(
    ({ mediaType }) =>
      !isStream(mediaType) && ["json", "form", "text"].includes(classifyMediaType(mediaType)),
  );
}
