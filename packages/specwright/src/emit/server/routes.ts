import type { Diagnostic } from "../../diagnostic.ts";
import type { Operation } from "../../document/model/model.ts";
import { buildSentPath, listNamesInBraces, splitPathKey } from "../../document/model/path-key.ts";
import { reportLoss } from "../../loss.ts";
import { getMethodName } from "../shared/names/get-method-name.ts";

/** The operations of a router, and a loss for each operation that no request can reach. */
export interface Routes {
  readonly operations: readonly Operation[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The operations that requests can reach. Fragments are never sent, so `PUT /files/{id}` and `PUT /files/{id}#share`
 * are the same request. The one without a fragment gets the route, or the first one if both have a fragment.
 */
export function planRoutes(operations: readonly Operation[]): Routes {
  const byTarget = new Map<string, Operation>();
  for (const operation of operations) {
    const target = renderRouteTarget(operation);
    const known = byTarget.get(target);
    if (known === undefined || (hasFragment(known) && !hasFragment(operation))) {
      byTarget.set(target, operation);
    }
  }
  const diagnostics: Diagnostic[] = [];
  const routed = operations.filter((operation) => {
    const other = byTarget.get(renderRouteTarget(operation));
    if (hasPartialTemplate(operation)) {
      diagnostics.push(reportPartialTemplate(operation));
      return false;
    }
    if (other !== undefined && other !== operation) {
      diagnostics.push(reportSameTarget(operation, other));
      return false;
    }
    return true;
  });
  return { operations: diagnostics.length === 0 ? operations : routed, diagnostics };
}

function hasFragment({ path }: Operation): boolean {
  return splitPathKey(path).fragment !== undefined;
}

/** The part of a path that is visible in a request: without names of parameters and without the fragment. */
function renderRouteTarget(operation: Operation): string {
  const { path, query } = splitPathKey(buildSentPath(operation));
  const target = `${path}?${query.toSorted().join("&")}`.replace(/\{[^{}]*\}/g, "{}");
  return `${getMethodName(operation)} ${target}`;
}

/** Returns whether the query has a pair that is neither `name=value` nor `name={parameter}`. */
function hasPartialTemplate(operation: Operation): boolean {
  const { query } = splitPathKey(buildSentPath(operation));
  return query.some(
    (pair) => listNamesInBraces(pair).length > 0 && !/^[^={}]*=\{[^{}]*\}$/.test(pair),
  );
}

function reportSameTarget(operation: Operation, other: Operation): Diagnostic {
  const isFragment = hasFragment(operation);
  const reason = isFragment ? ", because what follows `#` is not sent" : "";
  return {
    ...reportUnrouted(operation, {
      message: `The router has no route for \`${renderRouteName(operation)}\`: its requests look like those of \`${renderRouteName(other)}\`${reason}. The handler of \`${other.name}\` gets them.`,
      fix: "Give it a path or a query of its own, such as `?action=share`.",
    }),
    related: { file: other.location.file, pointer: other.location.pointer },
  };
}

function reportPartialTemplate(operation: Operation): Diagnostic {
  return reportUnrouted(operation, {
    message: `The router has no route for \`${renderRouteName(operation)}\`: it matches \`name=value\` and \`name={parameter}\` in the query of a path, and nothing else.`,
    fix: "Describe the query by parameters with `in: query`.",
  });
}

function reportUnrouted(
  { location }: Operation,
  reported: Pick<Diagnostic, "message" | "fix">,
): Diagnostic {
  return reportLoss(location, "operation-not-routed", reported);
}

function renderRouteName(operation: Operation): string {
  return `${getMethodName(operation)} ${operation.path}`;
}
