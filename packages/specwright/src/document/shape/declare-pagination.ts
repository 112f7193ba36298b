import type { JsonObject } from "../../json-object.ts";
import { askDidYouMean } from "../../text/nearest.ts";
import type { WrittenPagination } from "../model/facts/pagination-members.ts";
import {
  listTexts,
  listWrittenOperations,
  nameOperationPlace,
  type WrittenOperation,
} from "./filter/list-operations.ts";
import { compileWanted } from "./filter/match-operation.ts";
import { replaceOperations } from "./filter/replace-operations.ts";
import type { Shaping } from "./shaping.ts";

/**
 * Gives operations the `x-pagination` that the settings declare for them, in the place of their own. A key is an
 * operationId, a path with GET, or a method and a path. A key without wildcards goes before the others, of which the
 * first one that fits counts. A key that fits nothing is a problem.
 */
export function declarePagination(
  root: JsonObject,
  declarations: Readonly<Record<string, WrittenPagination>>,
  shaping: Shaping,
): JsonObject {
  const operations = listWrittenOperations(root).filter(({ group }) => group === "paths");
  const keys = Object.keys(declarations).map((key) => ({ key, fits: compileKey(key) }));
  const ordered = keys.toSorted(
    (left, right) => Number(left.key.includes("*")) - Number(right.key.includes("*")),
  );
  const made = new Map<unknown, JsonObject>();
  const declared = operations.filter((operation) => {
    const found = ordered.find(({ fits }) => fits(operation));
    if (found !== undefined) {
      const next = { ...operation.value, "x-pagination": declarations[found.key] };
      made.set(operation.value, shaping.origins.copy(next, operation.value));
    }
    return found !== undefined;
  });
  for (const { key, fits } of keys) {
    if (!operations.some(fits)) {
      reportUnknown(key, operations, shaping);
    }
  }
  shaping.steps.push({
    step: "paginate",
    changes: declared.map((operation) => ({
      action: "changed",
      kind: "operation",
      name: nameOperationPlace(operation),
    })),
  });
  return replaceOperations(root, made, shaping.origins);
}

function compileKey(key: string): (operation: WrittenOperation) => boolean {
  const [, method = "get", path] = /^(?:(\S+) )?(\/.*)$/s.exec(key) ?? [];
  if (path === undefined) {
    const fits = compileWanted("operations", key);
    return ({ value }) => listTexts([value.operationId]).some(fits);
  }
  const fits = compileWanted("paths", path);
  return (operation) =>
    operation.method.toLowerCase() === method.toLowerCase() && fits(operation.path);
}

function reportUnknown(
  key: string,
  operations: readonly WrittenOperation[],
  { problems, file }: Shaping,
): void {
  const known = operations.flatMap((operation) => [
    ...listTexts([operation.value.operationId]),
    ...(operation.method === "get" ? [operation.path] : []),
    nameOperationPlace(operation),
  ]);
  problems.push({
    severity: "warning",
    code: "pagination-without-match",
    message: `No operation fits \`${key}\`, which \`input.pagination\` names.`,
    fix: `${askDidYouMean(key, known)}Write an operationId, a path with GET, or a method and a path, as in \`POST /search\`.`,
    file: file.name,
  });
}
