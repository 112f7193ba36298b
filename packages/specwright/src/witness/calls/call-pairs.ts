import type { Change } from "../../compare/change.ts";
import { listWebhookOperations, matchOperations } from "../../compare/document/match-operations.ts";
import { nameOperation } from "../../compare/operations/compare-operations.ts";
import type { Location, Model, Operation } from "../../document/model/model.ts";
import { groupBy } from "../../group-by.ts";
import type { Models } from "../finder.ts";

/** An operation in both documents, or in one of them. */
export interface CallPair {
  /** As changes name it, such as `POST /pets`. */
  readonly label: string;
  readonly before?: Operation;
  readonly after?: Operation;
  /** True for webhooks and callbacks: the new document writes the request, and the old one says what is understood. */
  readonly isReversed: boolean;
}

const known = new WeakMap<Model, { readonly after: Model; readonly pairs: readonly CallPair[] }>();

/** The operations that a change concerns, with the callbacks among them. */
export function findCallPairs(change: Change, models: Models): readonly CallPair[] {
  const pairs = listPairs(models);
  if (change.kind.startsWith("callback-")) {
    return pairs.filter(
      ({ label, isReversed }) => !isReversed && change.operations.includes(label),
    );
  }
  const holders = pairs.filter(({ before, after }) =>
    [[change.before, before] as const, [change.after, after] as const].some(([place, operation]) =>
      isInside(place, operation?.location),
    ),
  );
  // A callback is inside the operation that sends it.
  const deepest = Math.max(...holders.map(measureDepth));
  return holders.length > 0
    ? holders.filter((pair) => measureDepth(pair) === deepest)
    : pairs.filter(
        // A change of the document as a whole concerns every operation.
        ({ label, isReversed }) =>
          change.operations.includes(label) || (change.operations.length === 0 && !isReversed),
      );
}

function listPairs({ before, after }: Models): readonly CallPair[] {
  const found = known.get(before);
  if (found?.after === after) {
    return found.pairs;
  }
  const direct = pairOperations(before.operations, after.operations, nameOperation, false);
  const pairs = [
    ...direct,
    ...pairOperations(
      listWebhookOperations(before.webhooks),
      listWebhookOperations(after.webhooks),
      ({ path }) => `webhook ${path}`,
      true,
    ),
    ...direct.flatMap(pairCallbacks),
  ];
  known.set(before, { after, pairs });
  return pairs;
}

function pairOperations(
  from: readonly Operation[],
  to: readonly Operation[],
  label: (operation: Operation) => string,
  isReversed: boolean,
): readonly CallPair[] {
  const { both, removed, added } = matchOperations(from, to);
  return [
    ...both.map((pair) => ({ ...pair, label: label(pair.after), isReversed })),
    ...removed.map((operation) => ({ before: operation, label: label(operation), isReversed })),
    ...added.map((operation) => ({ after: operation, label: label(operation), isReversed })),
  ];
}

/** The requests of callbacks by the name of the callback, whatever their address is. */
function pairCallbacks({ label, before, after }: CallPair): readonly CallPair[] {
  const [from, to] = [before, after].map((operation) =>
    groupBy(
      (operation?.callbacks ?? []).flatMap(({ name, pathItems }) =>
        pathItems.flatMap(({ operations }) =>
          operations.map((each) => ({ name, operation: each })),
        ),
      ),
      ({ name }) => name,
    ),
  );
  return [...(from ?? [])].flatMap(([name, requests]) => {
    const [old] = requests;
    const [fresh] = to?.get(name) ?? [];
    return old === undefined || fresh === undefined
      ? []
      : [{ label, before: old.operation, after: fresh.operation, isReversed: true }];
  });
}

function isInside(place: Location | undefined, holder: Location | undefined): boolean {
  return (
    place !== undefined &&
    holder !== undefined &&
    place.file === holder.file &&
    `${place.pointer}/`.startsWith(`${holder.pointer}/`)
  );
}

function measureDepth({ before, after }: CallPair): number {
  return (before ?? after)?.location.pointer.length ?? 0;
}
