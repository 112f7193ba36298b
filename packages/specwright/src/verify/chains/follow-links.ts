import type { Operation } from "../../document/model/model.ts";
import { toCallbackSource } from "../answers/callback-source.ts";
import { findStatus } from "../answers/judge-answer.ts";
import { buildRequest } from "../requests/build-request.ts";
import { listPathParameters, reducePathToShape } from "../things/known-things.ts";
import { evaluateLink } from "./evaluate-link.ts";
import { judgeRemoval } from "./judge-removal.ts";
import type { Lead, LinkGraph } from "./link-graph.ts";
import { type ChainContext, judgeWritten, type Made, runRequest } from "./run-request.ts";

/** The run whose links are followed. */
export interface LinkedChain extends ChainContext {
  readonly graph: LinkGraph;
  /** Labels of the links that were followed. */
  readonly followed: Set<string>;
  /** Why a link was not followed, by its label. */
  readonly reasons: Map<string, string>;
}

/** The part of the links that is followed. Deletions come last, because other cases need the things. */
export type LinkPass = "others" | "deletions";

/** A few operations that link to each other have very many chains. */
const mostRequests = 50;

/**
 * Calls an operation, follows the links of its responses, and then the links of the responses that those lead to. An
 * operation occurs once in a chain.
 */
export async function followLinks(
  start: Operation,
  pass: LinkPass,
  chain: LinkedChain,
): Promise<void> {
  const { leads, towardsDeletions } = chain.graph;
  if (![...(leads.get(start)?.values() ?? [])].flat().some(isWanted)) {
    return;
  }
  for (const fullness of ["least", "most"] as const) {
    const title = `whose links are followed (${fullness})`;
    const made = await runRequest(start, { title, expected: "success", fullness }, chain);
    let left = mostRequests;
    if (made !== undefined) {
      await follow(made, new Set([start]));
    }

    async function follow(from: Made, passed: ReadonlySet<Operation>): Promise<void> {
      const { operation } = from.sent;
      const status = findStatus(operation, from.answer.status)?.key ?? "";
      for (const lead of leads.get(operation)?.get(status) ?? []) {
        const { target } = lead;
        if (target !== undefined && !passed.has(target) && isWanted(lead) && left > 0) {
          left -= 1;
          const next = await followOne(from, lead, target, chain);
          if (next !== undefined) {
            await follow(next, new Set([...passed, target]));
          }
        }
      }
    }
  }

  function isWanted({ target }: Lead): boolean {
    return (
      target !== undefined &&
      (pass === "others"
        ? target.method !== "delete"
        : target.method === "delete" || towardsDeletions.has(target))
    );
  }
}

/** @returns the exchange, unless the link gives no values or no response came */
async function followOne(
  from: Made,
  { link, label }: Lead,
  target: Operation,
  chain: LinkedChain,
): Promise<Made | undefined> {
  const request = buildRequest(from.sent, chain.target);
  const given = evaluateLink(link, target, toCallbackSource(from.sent, request, from.answer));
  if (typeof given === "string") {
    chain.reasons.set(label, given);
    return undefined;
  }
  const places = listPathParameters(target);
  const isWhole = places.every((place) => given.parameters?.has(place));
  const hasValues = given.body !== undefined || (given.parameters?.size ?? 0) > 0;
  const title = `by ${label.replace(/^(.*), (link .*)$/, "the $2 of $1")}`;
  const expected = isWhole && hasValues ? "found" : "success";
  const before = chain.exchanges.counter.count();
  const made = await runRequest(target, { title, expected, given }, chain);
  if (chain.exchanges.counter.count() === before) {
    chain.reasons.set(label, "no request with its values fits the operation that it leads to");
    return undefined;
  }
  chain.followed.add(label);
  if (made !== undefined && made.answer.status < 300) {
    await judgeFollowed(made, isWhole, chain);
  }
  return made;
}

async function judgeFollowed(made: Made, isWhole: boolean, chain: LinkedChain): Promise<void> {
  const { operation: target, parameters } = made.sent;
  const values = listPathParameters(target).map((place) => parameters.get(place));
  if (target.method === "delete") {
    const shape = reducePathToShape(target.path);
    const read = chain.target.model.operations.find(
      ({ method, path }) => method === "get" && reducePathToShape(path) === shape,
    );
    await judgeRemoval(made, values, read, chain);
    return;
  }
  if (isWhole && values.length > 0) {
    chain.known.add(target.path, values);
  }
  if (target.method === "put" || target.method === "patch") {
    judgeWritten(made, made, chain);
  }
}

/** The links that were not followed, in the document's order, each with the reason. */
export function listSkippedLinks({
  graph,
  followed,
  reasons,
}: LinkedChain): readonly { readonly operation: string; readonly reason: string }[] {
  return [...graph.leads].flatMap(([, byStatus]) =>
    [...byStatus].flatMap(([status, leads]) =>
      leads
        .filter(({ label }) => !followed.has(label))
        .map(({ label, target }) => ({
          operation: label,
          reason:
            target === undefined
              ? "the document does not have the operation that it leads to, or its credentials are not known"
              : (reasons.get(label) ?? `no request was answered with ${status}`),
        })),
    ),
  );
}
