import type { PaginationDefinition } from "@specwright/runtime/v1/client";
import { dropUndefined } from "../../../defined.ts";
import type { Diagnostic } from "../../../diagnostic.ts";
import type { Operation, Pagination } from "../../../document/model/model.ts";
import { parsePointer } from "../../../text/pointer.ts";
import { findIdempotencyKey, type PlacedParameter } from "../input-layout.ts";
import { findPaginationProblems } from "./find-pagination-problems.ts";

/**
 * The pagination of an operation. Undefined, with a warning for each mistake, when it names what the operation does not
 * have.
 */
export function findPagination(
  operation: Operation,
  parameters: readonly PlacedParameter[],
  diagnostics: Diagnostic[],
): PaginationDefinition | undefined {
  const { pagination, location } = operation;
  if (pagination === undefined) {
    return undefined;
  }
  const problems = findPaginationProblems(operation, pagination);
  for (const { member, message, fix } of problems) {
    const part = member === undefined ? "" : `/${member}`;
    diagnostics.push({
      ...{ severity: "warning", code: "invalid-pagination", message, fix },
      file: location.file,
      pointer: `${location.pointer}/x-pagination${part}`,
    });
  }
  return problems.length > 0 ? undefined : toDefinition(pagination, parameters);
}

/** True when the answers of a list have the URLs of further pages, so that no parameter leads to one. */
export function isFollowed({ cursor, page, offset }: PaginationDefinition): boolean {
  return cursor === undefined && page === undefined && offset === undefined;
}

function toDefinition(
  pagination: Pagination,
  parameters: readonly PlacedParameter[],
): PaginationDefinition {
  const { type, items, next, last, more, total, totalPages } = pagination;
  const key = findIdempotencyKey(parameters);
  const toPath = (pointer: string | undefined): readonly string[] | undefined =>
    pointer === undefined ? undefined : parsePointer(pointer);
  const place = type === "link" || type === "url" ? undefined : pagination[type];
  return dropUndefined({
    items: parsePointer(items),
    ...(place !== undefined && { [type]: findInputPath(place, parameters) }),
    first: findFirst(pagination, parameters),
    next: type === "url" || (type === "cursor" && last === undefined) ? toPath(next) : undefined,
    last: type === "cursor" ? toPath(last) : undefined,
    totalPages: type === "page" ? toPath(totalPages) : undefined,
    total: type === "offset" ? toPath(total) : undefined,
    more: place === undefined ? undefined : toPath(more),
    idempotencyKey: key && findInputPath(`header.${key.name}`, parameters),
  });
}

/** The path of a member of the input, from `query.<name>` or `body.<name>`. */
function findInputPath(
  reference: string,
  parameters: readonly PlacedParameter[],
): readonly string[] {
  const [, location = "", name = ""] = /^([^.]*)\.(.*)$/s.exec(reference) ?? [];
  if (location === "body") {
    return ["body", ...name.split(".")];
  }
  const found = parameters.find(
    ({ parameter }) => parameter.in === location && parameter.name === name,
  );
  return found?.grouped === true ? [location, name] : [name];
}

/** The number of the first page or offset, when the parameter has another default than 1 or 0. */
function findFirst(
  { type, page, offset }: Pagination,
  parameters: readonly PlacedParameter[],
): number | undefined {
  const place = type === "page" ? page : type === "offset" ? offset : undefined;
  const found = parameters.find(({ parameter }) => `${parameter.in}.${parameter.name}` === place);
  const first = found?.parameter.schema.default?.value;
  const usual = type === "page" ? 1 : 0;
  return typeof first === "number" && first !== usual ? first : undefined;
}
