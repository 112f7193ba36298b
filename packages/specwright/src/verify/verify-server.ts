import type { Model, Operation } from "../model/model.ts";
import type { Workshop } from "./cases/make-input.ts";
import { makeCredentialCases, makeMissingCases, makeRouteCases } from "./cases/outside-cases.ts";
import { makeRightCases } from "./cases/right-cases.ts";
import { makeWrongCases } from "./cases/wrong-cases.ts";
import { followLinks, type LinkedLives, listSkippedLinks } from "./chains/follow-links.ts";
import { followPages } from "./chains/follow-pages.ts";
import { createLinkGraph } from "./chains/link-graph.ts";
import { findResources } from "./chains/resources.ts";
import { adoptListed, createThings, deleteThing } from "./chains/run-lives.ts";
import type { Check } from "./checks.ts";
import { createExchanges } from "./exchange.ts";
import type { Finding } from "./finding.ts";
import { createRecord, nameDocumentOperation } from "./record.ts";
import type { Target } from "./requests/build-request.ts";
import { chooseWay, isOpen } from "./requests/credentials.ts";
import { createKnownThings, reducePathToShape } from "./things/known-things.ts";
import type { Validators } from "./validators.ts";
import { createRandom } from "./values/random.ts";

/** The server, and how many requests are sent to it. */
export interface VerifyPlan extends Target {
  readonly validators: Validators;
  /** The same seed sends the same requests, except for ids that the server makes. */
  readonly seed: number;
  /** Random requests for each operation. */
  readonly cases: number;
  readonly ignored: ReadonlySet<Check>;
  readonly timeoutMilliseconds: number;
}

/** The outcome of a run. */
export interface Verification {
  readonly seed: number;
  readonly requests: number;
  /** The operations that were called, such as `GET /pets`. */
  readonly operations: readonly string[];
  /** Operations for which no right request was sent, and links that were not followed, with the reason. */
  readonly skipped: readonly { readonly operation: string; readonly reason: string }[];
  readonly findings: readonly Finding[];
}

/** Sends requests to a server and checks its responses against the document. */
export async function verifyServer(plan: VerifyPlan): Promise<Verification> {
  const { model, seed, secrets, validators, ignored } = plan;
  const workshop: Workshop = { target: plan, validators, known: createKnownThings() };
  const record = createRecord(Object.values(secrets), ignored);
  const exchanges = createExchanges(workshop, record, plan.timeoutMilliseconds);
  const isReachable = (operation: Operation): boolean =>
    isOpen(operation) || chooseWay(operation, secrets) !== undefined;
  const graph = createLinkGraph(model, isReachable);
  const lives: LinkedLives = {
    ...{ ...workshop, exchanges, seed, graph },
    ...{ followed: new Set(), reasons: new Map() },
  };
  const skipped: { operation: string; reason: string }[] = [];
  const resources = findResources(model).filter(({ create }) => isReachable(create));
  for (const resource of resources) {
    await createThings(resource, lives);
  }
  for (const [list, one] of findLists(model)) {
    if (isReachable(list) && lives.known.find(one.path).length <= countTemplates(list.path)) {
      await adoptListed(list, one, lives);
    }
  }
  for (const operation of graph.leads.keys()) {
    await followLinks(operation, "others", lives);
  }
  for (const operation of model.operations.filter(isReachable)) {
    await followPages(operation, lives);
  }
  for (const operation of sortForRun(model.operations)) {
    const random = createRandom(seed, operation.name);
    let sent = 0;
    // These cases run first, while the things exist that the other cases may delete.
    for (const each of makeCredentialCases(operation, random, workshop)) {
      await exchanges.run(each);
    }
    if (isReachable(operation)) {
      for (const each of makeRightCases(operation, plan.cases, random, workshop)) {
        sent += 1;
        await exchanges.run(each);
      }
      for (const each of makeWrongCases(operation, random, workshop)) {
        await exchanges.run(each);
      }
      for (const each of makeMissingCases(operation, random, workshop)) {
        await exchanges.run(each);
      }
    }
    if (sent === 0) {
      const reason = isReachable(operation)
        ? "no request that fits the document could be made; give it an example"
        : `no credentials for ${listSchemes(operation)}; pass --auth`;
      skipped.push({ operation: nameDocumentOperation(operation), reason });
    }
  }
  for (const each of makeRouteCases(model, createRandom(seed, "routes"), workshop)) {
    await exchanges.run(each);
  }
  for (const operation of graph.leads.keys()) {
    await followLinks(operation, "deletions", lives);
  }
  for (const resource of resources) {
    await deleteThing(resource, lives);
  }
  const names = new Set(skipped.map(({ operation }) => operation));
  return {
    seed,
    requests: exchanges.count(),
    operations: model.operations.map(nameDocumentOperation).filter((name) => !names.has(name)),
    skipped: [...skipped, ...listSkippedLinks(lives)],
    findings: record.listFindings(),
  };
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
