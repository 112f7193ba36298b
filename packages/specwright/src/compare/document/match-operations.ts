import type { Operation, PathItem } from "../../document/model/model.ts";
import { nameOperation, type OperationPair, toShape } from "../operations/compare-operations.ts";

/** The operations of two documents: the pairs, and the operations that only one document has. */
export interface MatchedOperations {
  readonly both: readonly OperationPair[];
  readonly removed: readonly Operation[];
  readonly added: readonly Operation[];
}

/**
 * Matches operations by method and path, then without the names of path parameters, and then by operationId, because an
 * operation that moves to another path keeps it.
 */
export function matchOperations(
  before: readonly Operation[],
  after: readonly Operation[],
): MatchedOperations {
  const both: OperationPair[] = [];
  const matchBy = (
    from: readonly Operation[],
    to: readonly Operation[],
    toKey: (operation: Operation) => string | undefined,
  ): readonly [readonly Operation[], readonly Operation[]] => {
    const found = new Map(to.map((operation) => [toKey(operation), operation]));
    const rest = from.filter((operation) => {
      const key = toKey(operation);
      const other = key === undefined ? undefined : found.get(key);
      if (other === undefined) {
        return true;
      }
      both.push({ before: operation, after: other });
      found.delete(key);
      return false;
    });
    const matched = new Set(both.map(({ after: operation }) => operation));
    return [rest, to.filter((operation) => !matched.has(operation))];
  };
  const [others, freshOnes] = matchBy(before, after, nameOperation);
  const [left, right] = matchBy(others, freshOnes, (operation) =>
    nameOperation({ method: operation.method, path: toShape(operation.path) }),
  );
  const [removed, added] = matchBy(left, right, ({ operationId }) => operationId);
  const order = new Map(before.map((operation, index) => [operation, index]));
  const position = (pair: OperationPair): number => order.get(pair.before) ?? 0;
  return { both: both.toSorted((one, other) => position(one) - position(other)), removed, added };
}

/** The operations of webhooks. */
export function listWebhookOperations(items: readonly PathItem[]): readonly Operation[] {
  return items.flatMap(({ operations }) => operations);
}
