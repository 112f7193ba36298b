import type { Link, Model, Operation } from "../../document/model/model.ts";
import { decodePercent } from "../../text/decode-percent.ts";
import { parsePointer } from "../../text/pointer.ts";
import { nameDocumentOperation } from "../record.ts";

/** A link from a response to an operation. */
export interface Lead {
  readonly link: Link;
  /** For reports, such as `` POST /pets (201), link `self` ``. */
  readonly label: string;
  /** The operation that it leads to. Undefined when it cannot be called. */
  readonly target: Operation | undefined;
}

/** The links of a document. */
export interface LinkGraph {
  /** The links of an operation, by the status as the document writes it. */
  readonly leads: ReadonlyMap<Operation, ReadonlyMap<string, readonly Lead[]>>;
  /** The operations whose links lead to a deletion, directly or through other operations. */
  readonly towardsDeletions: ReadonlySet<Operation>;
}

/** @param isCallable false for operations whose credentials are not known */
export function createLinkGraph(
  model: Model,
  isCallable: (operation: Operation) => boolean,
): LinkGraph {
  const leads = new Map(
    model.operations.filter(isCallable).map((operation) => [operation, listLeads(operation)]),
  );
  const towardsDeletions = new Set<Operation>();
  for (let size = -1; size < towardsDeletions.size; ) {
    size = towardsDeletions.size;
    for (const [operation, byStatus] of leads) {
      const targets = [...byStatus.values()].flat().map(({ target }) => target);
      if (targets.some((target) => target?.method === "delete" || isIn(target))) {
        towardsDeletions.add(operation);
      }
    }
  }
  return { leads, towardsDeletions };

  function isIn(operation: Operation | undefined): boolean {
    return operation !== undefined && towardsDeletions.has(operation);
  }

  function listLeads(operation: Operation): ReadonlyMap<string, readonly Lead[]> {
    return new Map(
      [...operation.responses].map(([status, { value }]) => [
        status,
        [...value.links].map(([name, link]): Lead => {
          const target = findTarget(link, model);
          return {
            link,
            label: `${nameDocumentOperation(operation)} (${status}), link \`${name}\``,
            target: target !== undefined && isCallable(target) ? target : undefined,
          };
        }),
      ]),
    );
  }
}

/**
 * `operationRef` is a reference such as `#/paths/~1pets~1{petId}/get`. The part before `#` may name another file of the
 * document. A URL names another API.
 */
function findTarget(
  { operationId, operationRef }: Link,
  { operations }: Model,
): Operation | undefined {
  if (operationId !== undefined) {
    return operations.find((each) => each.operationId === operationId);
  }
  const [file = "", pointer = ""] = operationRef?.split("#") ?? [];
  if (/^[a-z][a-z\d+.-]*:/i.test(file)) {
    return undefined;
  }
  const [first, path, method, ...rest] = parsePointer(decodePercent(pointer));
  return first === "paths" && rest.length === 0
    ? operations.find((each) => each.path === path && each.method === method)
    : undefined;
}
