import { isObject } from "../../../json-object.ts";
import type { PlannedOperation } from "./plan-site.ts";

/** An error of an API, with the operations that answer it. */
export interface DocumentedError {
  readonly status: string;
  /** The name of its example, such as `Toolkit_NotFound`. Empty for responses without named examples. */
  readonly name: string;
  /** What it says: the message in the example, else the description of the response. */
  readonly text: string;
  readonly operations: readonly PlannedOperation[];
}

/** Lists the errors of all operations by status: each named example once, otherwise each description once. */
export function listErrors(operations: readonly PlannedOperation[]): readonly DocumentedError[] {
  const found = new Map<string, DocumentedError & { readonly operations: PlannedOperation[] }>();
  const add = (status: string, name: string, text: string, operation: PlannedOperation): void => {
    const key = `${status} ${name === "" ? text : name}`;
    const known = found.get(key) ?? { status, name, text, operations: [] };
    found.set(key, known);
    if (known.operations.at(-1) !== operation) {
      known.operations.push(operation);
    }
  };
  for (const planned of operations) {
    for (const [status, { value }] of planned.operation.responses) {
      if (/^[45]|^default$/.test(status)) {
        const examples = value.content.flatMap((content) => [...content.examples]);
        const named = examples.filter(([name]) => name !== "default");
        for (const [name, example] of named) {
          add(status, name, findMessage(example) ?? value.description, planned);
        }
        if (named.length === 0) {
          add(status, "", value.description, planned);
        }
      }
    }
  }
  return [...found.values()].toSorted(
    (left, right) => orderStatus(left.status) - orderStatus(right.status),
  );
}

function orderStatus(status: string): number {
  return Number(status.replace(/X/gi, "9")) || 1000;
}

/** The text for people in the body of an error: its `message`, `detail` or `title`, perhaps inside `error`. */
function findMessage(body: unknown): string | undefined {
  if (!isObject(body)) {
    return undefined;
  }
  const inner = isObject(body.error) ? body.error : body;
  return [inner.message, inner.detail, inner.title].find((text) => typeof text === "string");
}
