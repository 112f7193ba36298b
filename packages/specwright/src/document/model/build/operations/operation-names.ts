import { findFirstFree } from "../../../../first-free.ts";
import { escapeIdentifier } from "../../../../text/identifier.ts";
import type { Method } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import { assertNameLength, type Raw } from "../context/raw.ts";

/** The name of an operation. */
export interface OperationName {
  readonly name: string;
  /** Undefined when none is written, and when an earlier operation has the same one. */
  readonly operationId: string | undefined;
}

/** Gives operations their names, and finds operationIds that are used twice. */
export interface OperationNames {
  /**
   * The name of the operation at a place. An operation that is used at several paths has a name for each path, because
   * callers choose between them. As a component it keeps the name that it has as a path.
   */
  readonly nameOperation: (
    raw: Raw,
    operationId: string | undefined,
    place: { readonly method: Method; readonly path: string },
    context: BuildContext,
  ) => OperationName;
}

/** Starts naming the operations of one document. */
export function createOperationNames(): OperationNames {
  const byOperation = new Map<unknown, Map<string, OperationName>>();
  const byId = new Map<string, Raw>();
  const taken = new Set<string>();
  const last = new Map<string, number>();
  const nameOperation: OperationNames["nameOperation"] = (
    raw,
    written,
    { method, path },
    context,
  ) => {
    const byPath = byOperation.get(raw.value) ?? new Map<string, OperationName>();
    byOperation.set(raw.value, byPath);
    const [first] = byPath.values();
    // One operation may also be used for several methods.
    const key = `${method} ${path}`;
    const known = byPath.get(key) ?? (isPlace(path) ? undefined : first);
    if (known !== undefined) {
      return known;
    }
    const operationId =
      first === undefined && written !== undefined
        ? claimOperationId(written, raw, byId, context)
        : first?.operationId;
    const isNamed = operationId !== undefined && first === undefined;
    const described = `${method} ${path.replaceAll("{", " by ")}`;
    const wanted = chooseWantedName(isNamed ? operationId : "", described);
    const name = findFirstFree(wanted, (candidate) => taken.has(candidate), {
      last,
      isLimited: true,
    });
    taken.add(name);
    const named = { name, operationId };
    byPath.set(key, named);
    return named;
  };
  return { nameOperation };
}

/**
 * Returns true for a path (`/pets`) and for a callback of an operation, whose two names are separated by a space. All
 * other names are names of components.
 */
function isPlace(path: string): boolean {
  return path.startsWith("/") || path.includes(" ");
}

/** An operationId that is a legal name is kept unchanged, because people search for it. */
function chooseWantedName(operationId: string, described: string): string {
  const isLegal = operationId !== "" && escapeIdentifier(operationId) === operationId;
  return isLegal ? operationId : escapeIdentifier(operationId || described, { style: "camel" });
}

/**
 * The operationId. Undefined when an earlier operation has the same one: this operation is then treated as if it had
 * none.
 */
function claimOperationId(
  operationId: string,
  raw: Raw,
  byId: Map<string, Raw>,
  context: BuildContext,
): string | undefined {
  assertNameLength(operationId, raw);
  const first = byId.get(operationId);
  if (first === undefined) {
    byId.set(operationId, raw);
    return operationId;
  }
  const place = { ...raw, pointer: `${raw.pointer}/operationId` };
  reportProblem(context, place, {
    severity: "warning",
    code: "duplicate-operation-id",
    message: `The operationId \`${operationId}\` is already used at ${first.file.name}#${first.pointer}; this operation is named after its method and path.`,
    fix: "Give each operation an operationId of its own.",
  });
  return undefined;
}
