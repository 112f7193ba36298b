import { isObject } from "../../../../json-object.ts";
import { methods } from "../../methods.ts";
import type { Operation, Parameter, PathItem, Use } from "../../model.ts";
import { listNamesInPath } from "../../path-key.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportNoObject, reportProblem } from "../context/build-context.ts";
import { followReferences, readReferenceText } from "../context/build-reference.ts";
import type { Raw } from "../context/raw.ts";
import {
  findMember,
  includeIfDefined,
  listElements,
  listMemberEntries,
  readString,
  toLocation,
} from "../context/raw.ts";
import { reportUnknownFields } from "../context/unknown-fields.ts";
import type { OperationDefaults } from "./build-operation.ts";
import { buildOperation, buildParameters, findOwnServer } from "./build-operation.ts";
import { buildParameter } from "./build-parameter.ts";
import { buildImpliedParameters } from "./implied-parameters.ts";

/**
 * Makes a path item and resolves its reference. Reports each name in the path without a parameter, and each path
 * parameter whose name is not in the path. A parameter is made for such a name, unless this error is tolerated.
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
    reportNoObject(raw, context, "A path item");
    return undefined;
  }
  // Members beside the reference are used too, and take precedence over the target's.
  const beside = readReferenceText(written) === undefined ? undefined : written;
  const find = (key: string): Raw | undefined =>
    (beside === undefined ? undefined : findMember(beside, key)) ?? findMember(raw, key);
  const server =
    (beside && findOwnServer(beside, defaults, context)) ?? findOwnServer(raw, defaults, context);
  reportUnknownFields(raw, "path item", context);
  const parameters = buildParameters(find("parameters"), context, buildParameter);
  // Webhooks, callbacks and components have names that may look like paths.
  const isTemplate = defaults.buildCallbacks !== undefined && path.startsWith("/");
  const operations: Operation[] = [];
  for (const [method, operation] of buildOperations(raw, beside, context)) {
    const written = buildParameters(findMember(operation, "parameters"), context, buildParameter);
    const isUnknown = [find("parameters"), findMember(operation, "parameters")].some((list) =>
      listElements(list).some((raw) => followReferences(raw, context) === undefined),
    );
    const own =
      isTemplate && !isUnknown
        ? withPathParameters(written, { path, parameters }, operation, context)
        : written;
    const place = { method, path, parameters, server };
    const built = buildOperation(operation, place, own, defaults, context);
    if (isTemplate) {
      checkPath(built, operation, context);
    }
    operations.push(built);
  }
  return {
    path,
    location: toLocation(raw),
    ...includeIfDefined("summary", readString(raw, "summary")),
    ...includeIfDefined("description", readString(raw, "description")),
    parameters,
    operations,
  };
}

/**
 * Collects the operations. An operation may be written as a reference: the specification does not allow it, but
 * bundling resolves it.
 */
export function buildOperations(
  raw: Raw,
  beside: Raw | undefined,
  context: BuildContext,
): (readonly [method: string, raw: Raw])[] {
  const found = new Map<string, Raw>();
  for (const item of beside === undefined ? [raw] : [beside, raw]) {
    for (const [method, operation] of listMemberEntries(item)) {
      if (methods.includes(method) && isObject(operation.value) && !found.has(method)) {
        found.set(method, operation);
      }
    }
    for (const [method, operation] of listMemberEntries(findMember(item, "additionalOperations"))) {
      found.set(method, operation);
    }
  }
  return [...found].flatMap(([method, operation]) => {
    const target = followReferences(operation, context);
    return target === undefined ? [] : [[method, withBeside(operation, target, context)] as const];
  });
}

/**
 * The target of an operation's reference, merged with the members beside the reference, which take precedence as in
 * bundling. A member beside the reference is left out when it has references of its own and the target is in another
 * file.
 */
function withBeside(written: Raw, target: Raw, context: BuildContext): Raw {
  const [value, base] = [written.value, target.value];
  if (written === target || !isObject(value) || !isObject(base)) {
    return target;
  }
  const known = merged.get(value);
  if (known?.base === base) {
    return known.raw;
  }
  const members = Object.entries(value).filter(([name]) => name !== "$ref");
  const isBound = ([, part]: [string, unknown]): boolean =>
    written.file !== target.file && (JSON.stringify(part) ?? "").includes('"$ref"');
  for (const [name] of members.filter(isBound)) {
    reportProblem(context, findMember(written, name) ?? written, {
      severity: "warning",
      code: "beside-reference",
      message: `\`${name}\` is beside a reference to an operation of another file, and has references of its own, so it is left out.`,
      fix: "Write it into the operation that the reference points to.",
    });
  }
  const beside = Object.fromEntries(members.filter((entry) => !isBound(entry)));
  const raw = { ...target, value: { ...base, ...beside } };
  const whole = Object.keys(beside).length === 0 ? target : raw;
  merged.set(value, { base, raw: whole });
  return whole;
}

/**
 * Merged operations by the object that holds the reference. The same object must be returned each time, because names
 * are stored by the object of an operation.
 */
const merged = new WeakMap<object, { readonly base: object; readonly raw: Raw }>();

/** The parameters of an operation, and one more for each name in its path that has none. */
function withPathParameters(
  own: readonly Use<Parameter>[],
  { path, parameters }: Pick<PathItem, "path" | "parameters">,
  operation: Raw,
  context: BuildContext,
): readonly Use<Parameter>[] {
  const place = toLocation(operation);
  const uses = [...own, ...parameters];
  const names = listNamesInPath(
    path,
    uses.map(({ value }) => value),
  );
  const implied = buildImpliedParameters(names, uses, place);
  const isLeftOut = context.tolerated.has("missing-path-parameter");
  for (const { value } of implied) {
    reportProblem(context, operation, {
      severity: "warning",
      code: "missing-path-parameter",
      message: `\`${path}\` has \`{${value.name}}\`, but the operation has no path parameter of that name.`,
      fix: `Add a parameter with \`name: ${value.name}\` and \`in: path\`.${isLeftOut ? "" : " Until then it is a string."}`,
    });
  }
  return isLeftOut || implied.length === 0 ? own : [...own, ...implied];
}

function checkPath({ path, parameters }: Operation, raw: Raw, context: BuildContext): void {
  const values = parameters.map(({ value }) => value);
  const inPath = new Set(listNamesInPath(path, values));
  const declared = values.filter((value) => value.in === "path").map(({ name }) => name);
  for (const name of declared) {
    if (!inPath.has(name)) {
      reportProblem(context, raw, {
        severity: "warning",
        code: "unused-path-parameter",
        message: `The path parameter \`${name}\` is not in \`${path}\`.`,
        fix: `Remove it, or write \`{${name}}\` into the path.`,
      });
    }
  }
}
