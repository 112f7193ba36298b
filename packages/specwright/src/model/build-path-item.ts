import type { BuildContext } from "./build-context.ts";
import { report } from "./build-context.ts";
import type { OperationDefaults } from "./build-operation.ts";
import { buildOperation, buildParameters, reportServers } from "./build-operation.ts";
import { buildParameter } from "./build-parameter.ts";
import { followReferences, referenceText } from "./build-reference.ts";
import { methods } from "./methods.ts";
import type { Operation, PathItem } from "./model.ts";
import { keptPart } from "./model-session.ts";
import type { Raw } from "./raw.ts";
import { entries, isObject, locationOf, member, optional, stringOf } from "./raw.ts";
import { reportUnknownFields } from "./unknown-fields.ts";

/**
 * Makes a path item, its reference put in place. A name in the path that no parameter has is an error of the operation;
 * a parameter that the path does not have, a warning.
 *
 * @param path The path template, or the name of the webhook or component, which has no parameters to check.
 */
export function buildPathItem(
  written: Raw,
  path: string,
  defaults: OperationDefaults,
  context: BuildContext,
): PathItem | undefined {
  const raw = followReferences(written, context);
  if (raw === undefined) {
    return undefined;
  }
  if (!isObject(raw.value)) {
    report(context, raw, {
      code: "invalid-structure",
      message: "A path item has to be an object.",
      fix: "Correct this part of the document.",
    });
    return undefined;
  }
  // What stands beside the reference holds too, and comes first.
  const beside = referenceText(written) === undefined ? undefined : written;
  const find = (key: string): Raw | undefined =>
    (beside === undefined ? undefined : member(beside, key)) ?? member(raw, key);
  reportServers(raw, context);
  reportUnknownFields(raw, "path item", context);
  const parameters = buildParameters(find("parameters"), context, buildParameter);
  const operations: Operation[] = [];
  for (const [method, operation] of operationsOf(raw, beside, context)) {
    const own = buildParameters(member(operation, "parameters"), context, buildParameter);
    const place = { method, path, parameters };
    const built = buildOperation(operation, place, own, defaults, context);
    keptPart("path", operation, [built], context, () => checkPath(built, operation, context));
    operations.push(built);
  }
  return keptPart("path item", raw, [path, parameters, ...operations], context, () => ({
    path,
    location: locationOf(raw),
    ...optional("summary", stringOf(raw, "summary")),
    ...optional("description", stringOf(raw, "description")),
    parameters,
    operations,
  }));
}

/** An operation may be a reference, which the specification does not know but bundling puts in place. */
function operationsOf(
  raw: Raw,
  beside: Raw | undefined,
  context: BuildContext,
): (readonly [method: string, raw: Raw])[] {
  const found = new Map<string, Raw>();
  for (const item of beside === undefined ? [raw] : [beside, raw]) {
    for (const [method, operation] of entries(item)) {
      if (methods.includes(method) && isObject(operation.value) && !found.has(method)) {
        found.set(method, operation);
      }
    }
    for (const [method, operation] of entries(member(item, "additionalOperations"))) {
      found.set(method, operation);
    }
  }
  return [...found].flatMap(([method, operation]) => {
    const target = followReferences(operation, context);
    return target === undefined ? [] : [[method, target] as const];
  });
}

/** Webhooks and components have names, which do not begin with a slash. */
function checkPath({ path, parameters }: Operation, raw: Raw, context: BuildContext): void {
  if (!path.startsWith("/")) {
    return;
  }
  const inPath = new Set(path.match(/(?<=\{)[^{}]+(?=\})/g));
  const declared = parameters
    .filter(({ value }) => value.in === "path")
    .map(({ value }) => value.name);
  for (const name of inPath) {
    if (!declared.includes(name)) {
      report(context, raw, {
        code: "missing-path-parameter",
        message: `\`${path}\` has \`{${name}}\`, but the operation has no path parameter of that name.`,
        fix: `Add a parameter with \`name: ${name}\` and \`in: path\`.`,
      });
    }
  }
  for (const name of declared) {
    if (!inPath.has(name)) {
      report(context, raw, {
        severity: "warning",
        code: "unused-path-parameter",
        message: `The path parameter \`${name}\` does not stand in \`${path}\`.`,
        fix: `Remove it, or write \`{${name}}\` into the path.`,
      });
    }
  }
}
