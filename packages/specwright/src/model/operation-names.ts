import { firstFree } from "../first-free.ts";
import { escapeIdentifier } from "../text/identifier.ts";
import type { BuildContext } from "./build-context.ts";
import { report } from "./build-context.ts";
import type { Method } from "./model.ts";
import { assertNameLength, type Raw } from "./raw.ts";

/** Gives operations their names, and finds operationIds that are used twice. */
export interface OperationNames {
  /** The name of the operation at a place; an operation that is reached on several ways keeps its name. */
  readonly nameOf: (
    raw: Raw,
    operationId: string | undefined,
    place: { readonly method: Method; readonly path: string },
    context: BuildContext,
  ) => string;
}

/** Starts naming the operations of one document. */
export function createOperationNames(): OperationNames {
  const byOperation = new Map<unknown, string>();
  const byId = new Map<string, Raw>();
  const taken = new Set<string>();
  const last = new Map<string, number>();
  const nameOf: OperationNames["nameOf"] = (raw, operationId, { method, path }, context) => {
    const known = byOperation.get(raw.value);
    if (known !== undefined) {
      return known;
    }
    if (operationId !== undefined) {
      assertNameLength(operationId, raw);
      checkUnique(operationId, raw, byId, context);
    }
    const wanted = wantedName(operationId ?? "", `${method} ${path.replaceAll("{", " by ")}`);
    const name = firstFree(wanted, (candidate) => taken.has(candidate), {
      last,
      isLimited: true,
    });
    taken.add(name);
    byOperation.set(raw.value, name);
    return name;
  };
  return { nameOf };
}

/** An operationId that is a legal name stays as it is: people look for it. */
function wantedName(operationId: string, described: string): string {
  const isLegal = operationId !== "" && escapeIdentifier(operationId) === operationId;
  return isLegal ? operationId : escapeIdentifier(operationId || described, { style: "camel" });
}

function checkUnique(
  operationId: string,
  raw: Raw,
  byId: Map<string, Raw>,
  context: BuildContext,
): void {
  const first = byId.get(operationId);
  if (first === undefined) {
    byId.set(operationId, raw);
    return;
  }
  const place = { ...raw, pointer: `${raw.pointer}/operationId` };
  report(context, place, {
    code: "duplicate-operation-id",
    message: `The operationId \`${operationId}\` is already used at ${first.file.name}#${first.pointer}.`,
    fix: "Give each operation an operationId of its own.",
  });
}
