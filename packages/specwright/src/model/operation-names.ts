import { firstFree } from "../first-free.ts";
import { escapeIdentifier } from "../text/identifier.ts";
import type { BuildContext } from "./build-context.ts";
import { report } from "./build-context.ts";
import type { Method } from "./model.ts";
import { assertNameLength, type Raw } from "./raw.ts";

/** What an operation is called. */
export interface OperationName {
  readonly name: string;
  /** Undefined where none is written, and where it is another operation's already. */
  readonly operationId: string | undefined;
}

/** Gives operations their names, and finds operationIds that are used twice. */
export interface OperationNames {
  /** The name of the operation at a place; an operation that is reached on several ways keeps its name. */
  readonly nameOf: (
    raw: Raw,
    operationId: string | undefined,
    place: { readonly method: Method; readonly path: string },
    context: BuildContext,
  ) => OperationName;
}

/** Starts naming the operations of one document. */
export function createOperationNames(): OperationNames {
  const byOperation = new Map<unknown, OperationName>();
  const byId = new Map<string, Raw>();
  const taken = new Set<string>();
  const last = new Map<string, number>();
  const nameOf: OperationNames["nameOf"] = (raw, written, { method, path }, context) => {
    const known = byOperation.get(raw.value);
    if (known !== undefined) {
      return known;
    }
    const operationId = written === undefined ? undefined : ownId(written, raw, byId, context);
    const wanted = wantedName(operationId ?? "", `${method} ${path.replaceAll("{", " by ")}`);
    const name = firstFree(wanted, (candidate) => taken.has(candidate), {
      last,
      isLimited: true,
    });
    taken.add(name);
    const named = { name, operationId };
    byOperation.set(raw.value, named);
    return named;
  };
  return { nameOf };
}

/** An operationId that is a legal name stays as it is: people look for it. */
function wantedName(operationId: string, described: string): string {
  const isLegal = operationId !== "" && escapeIdentifier(operationId) === operationId;
  return isLegal ? operationId : escapeIdentifier(operationId || described, { style: "camel" });
}

/** The operationId, unless an operation before has it: then this one is an operation without any. */
function ownId(
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
  report(context, place, {
    severity: "warning",
    code: "duplicate-operation-id",
    message: `The operationId \`${operationId}\` is already used at ${first.file.name}#${first.pointer}; this operation is named after its method and path.`,
    fix: "Give each operation an operationId of its own.",
  });
  return undefined;
}
