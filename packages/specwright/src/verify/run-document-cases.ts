import type { Model, Operation } from "../document/model/model.ts";
import type { CaseContext } from "./cases/make-input.ts";
import { makeCredentialCases, makeMissingCases, makeRouteCases } from "./cases/outside-cases.ts";
import { makeRightCases } from "./cases/right-cases.ts";
import { makeWrongCases } from "./cases/wrong-cases.ts";
import { adoptListed, createThings, deleteThing } from "./chains/create-things.ts";
import { followLinks, type LinkedChain, listSkippedLinks } from "./chains/follow-links.ts";
import { followPages } from "./chains/follow-pages.ts";
import { createLinkGraph } from "./chains/link-graph.ts";
import { findResources } from "./chains/resources.ts";
import type { Exchanges } from "./exchange.ts";
import { nameDocumentOperation } from "./record.ts";
import { chooseWay, isOpen } from "./requests/credentials.ts";
import { reducePathToShape } from "./things/known-things.ts";
import { createRandom } from "./values/random.ts";

/** How many requests are made, and from which seed. */
export interface CasePlan {
  /** The same seed sends the same requests, except for ids that the server makes. */
  readonly seed: number;
  /** Random requests for each operation. */
  readonly cases: number;
}

/** A part of the document that no request reached. */
export interface Skipped {
  readonly operation: string;
  readonly reason: string;
}

/** What the cases of a run did not reach. */
export interface CaseOutcome {
  /** Operations for which no right request was sent, with the reason. */
  readonly skipped: readonly Skipped[];
  /** Links that were not followed, such as `` POST /pets (201), link `self` ``, with the reason. */
  readonly unfollowed: readonly Skipped[];
}

/** Makes requests from the document and sends them: things that are created, read and deleted, and then cases of each operation. */
export async function runDocumentCases(
  { seed, cases }: CasePlan,
  context: CaseContext,
  exchanges: Exchanges,
): Promise<CaseOutcome> {
  const { model, secrets } = context.target;
  const isReachable = (operation: Operation): boolean =>
    isOpen(operation) || chooseWay(model, operation, secrets) !== undefined;
  const graph = createLinkGraph(model, isReachable);
  const chain: LinkedChain = {
    ...{ ...context, exchanges, seed, graph },
    ...{ followed: new Set(), reasons: new Map() },
  };
  const skipped: Skipped[] = [];
  const resources = findResources(model).filter(({ create }) => isReachable(create));
  for (const resource of resources) {
    await createThings(resource, chain);
  }
  for (const [list, one] of findLists(model)) {
    if (isReachable(list) && chain.known.find(one.path).length <= countTemplates(list.path)) {
      await adoptListed(list, one, chain);
    }
  }
  for (const operation of graph.leads.keys()) {
    await followLinks(operation, "others", chain);
  }
  for (const operation of model.operations.filter(isReachable)) {
    await followPages(operation, chain);
  }
  for (const operation of sortForRun(model.operations)) {
    const random = createRandom(seed, operation.name);
    let made = 0;
    // These cases run first, while the things exist that the other cases may delete.
    for (const each of makeCredentialCases(operation, random, context)) {
      await exchanges.run(each);
    }
    if (isReachable(operation)) {
      for (const each of makeRightCases(operation, cases, random, context)) {
        made += 1;
        await exchanges.run(each);
      }
      for (const each of makeWrongCases(operation, random, context)) {
        await exchanges.run(each);
      }
      for (const each of makeMissingCases(operation, random, context)) {
        await exchanges.run(each);
      }
    }
    // A request that was made is not sent when a style cannot carry its values.
    if (made === 0 || !exchanges.counter.isCalled(operation)) {
      const reason = isReachable(operation)
        ? "no request that fits the document could be sent; give it an example"
        : `no credentials for ${listSchemes(operation)}; pass --auth`;
      skipped.push({ operation: nameDocumentOperation(operation), reason });
    }
  }
  for (const each of makeRouteCases(model, createRandom(seed, "routes"), context)) {
    await exchanges.run(each);
  }
  for (const operation of graph.leads.keys()) {
    await followLinks(operation, "deletions", chain);
  }
  for (const resource of resources) {
    await deleteThing(resource, chain);
  }
  return { skipped, unfollowed: listSkippedLinks(chain) };
}

/** Deletions run last, because the other cases need existing things. */
function sortForRun(operations: readonly Operation[]): readonly Operation[] {
  const isRemoval = ({ method }: Operation): boolean => method === "delete";
  return [...operations.filter((each) => !isRemoval(each)), ...operations.filter(isRemoval)];
}

/** Pairs of operations such as `GET /pets` and `GET /pets/{id}`: a list, and one of its things. */
function findLists({ operations }: Model): readonly (readonly [list: Operation, one: Operation])[] {
  return operations
    .filter(({ method }) => method === "get")
    .toSorted((left, right) => left.path.split("/").length - right.path.split("/").length)
    .flatMap((list) => {
      const one = operations.find(
        ({ path }) => reducePathToShape(path) === `${reducePathToShape(list.path)}/{}`,
      );
      return one === undefined ? [] : [[list, one] as const];
    });
}

function countTemplates(path: string): number {
  return reducePathToShape(path).split("{}").length - 1;
}

function listSchemes({ security }: Operation): string {
  return security.map((way) => [...way.keys()].join(" with ")).join(" or ");
}
