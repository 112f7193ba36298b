import type { PaginationDefinition } from "@specwright/runtime/v1/client";
import type { Diagnostic } from "../../diagnostic.ts";
import type { Operation } from "../../model/model.ts";
import { findIdempotencyKey, type PlacedParameter } from "./input-layout.ts";

/** The pagination of an operation. Undefined, with a warning, when it names members that the operation does not have. */
export function findPagination(
  operation: Operation,
  parameters: readonly PlacedParameter[],
  diagnostics: Diagnostic[],
): PaginationDefinition | undefined {
  const { pagination } = operation;
  if (pagination === undefined) {
    return undefined;
  }
  const isCursor = pagination.type === "cursor";
  const reference = isCursor ? pagination.cursor : pagination.page;
  const place =
    reference === undefined ? undefined : findInputPath(reference, operation, parameters);
  if (place === undefined || (isCursor && pagination.next === undefined)) {
    diagnostics.push(reportInvalidPagination(operation, isCursor ? "cursor` and `next" : "page"));
    return undefined;
  }
  const { next, totalPages } = pagination;
  const key = findIdempotencyKey(parameters);
  return {
    items: splitPointerPath(pagination.items),
    ...(isCursor
      ? { cursor: place, next: splitPointerPath(next ?? "") }
      : {
          page: place,
          ...(totalPages !== undefined && { totalPages: splitPointerPath(totalPages) }),
        }),
    ...(key !== undefined && {
      idempotencyKey: findInputPath(`header.${key.name}`, operation, parameters) ?? [],
    }),
  };
}

/** The path of a member of the input, from `query.<name>` or `body.<name>`. */
function findInputPath(
  reference: string,
  operation: Operation,
  parameters: readonly PlacedParameter[],
): readonly string[] | undefined {
  const dot = reference.indexOf(".");
  const location = reference.slice(0, dot);
  const name = reference.slice(dot + 1);
  if (location === "body") {
    return operation.requestBody === undefined ? undefined : ["body", ...name.split(".")];
  }
  const found = parameters.find(
    ({ parameter }) => parameter.in === location && parameter.name === name,
  );
  return found === undefined ? undefined : found.grouped ? [location, name] : [name];
}

/** The property names of a JSON Pointer (RFC 6901, section 4). */
function splitPointerPath(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function reportInvalidPagination({ name, location }: Operation, members: string): Diagnostic {
  return {
    severity: "warning",
    code: "invalid-pagination",
    message: `The list \`${name}\` gets no page iterator: its \`x-pagination\` lacks \`${members}\`, or names a parameter that it does not have.`,
    fix: "Write the places of the cursor or page in the answer and in the request: `query.<name>` or `body.<name>`.",
    file: location.file,
    pointer: `${location.pointer}/x-pagination`,
  };
}
