import type { Change } from "../../compare/change.ts";
import type { CallWitness } from "../../compare/witness.ts";
import type { Operation } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import type { Models } from "../finder.ts";
import { findServerDifference, writeShortest } from "./address-difference.ts";
import { findAnswerDifference } from "./answer-difference.ts";
import { listBodyProbes } from "./body-probes.ts";
import { type CallPair, findCallPairs } from "./call-pairs.ts";
import { findCallbackDifference } from "./callback-difference.ts";
import {
  type CallSides,
  compareBytes,
  type Difference,
  judgeProbe,
  type Probe,
} from "./judge-probe.ts";
import { listParameterProbes } from "./parameter-probes.ts";
import { listSecurityProbes, nameSentCredentials } from "./security-probes.ts";
import { planShortestCall } from "./write-client-call.ts";

/** How many operations of a change are tried. */
const mostPairs = 20;

/**
 * A request that shows what a change outside of values breaks, with what the routers of both documents make of it.
 * Undefined when none was found: the change may still break something.
 */
export function findCallWitness(change: Change, given: Models): CallWitness | undefined {
  if (change.verdicts.callers === "works") {
    return undefined;
  }
  const models = change.kind.startsWith("security-scheme-") ? nameCredentials(given) : given;
  const all = findCallPairs(change, models)
    .slice(0, mostPairs)
    .flatMap((pair) => toSides(pair, models) ?? []);
  for (const find of listFinders(change)) {
    for (const sides of all) {
      const found = find(sides);
      if (found !== undefined) {
        const { request, client, router } = found;
        const [before, after] = sides.isReversed ? [router, client] : [client, router];
        return { kind: "call", operation: sides.label, request, before, after };
      }
    }
  }
  return undefined;
}

function nameCredentials({ before, after }: Models): Models {
  return { before: nameSentCredentials(before), after: nameSentCredentials(after) };
}

type Find = (sides: CallSides) => Difference | undefined;

/** What may show a difference, in the order in which it is tried. */
function listFinders(change: Change): readonly Find[] {
  const special = differences.find(([kinds]) => kinds.test(change.kind))?.[1];
  if (special !== undefined) {
    return [(sides) => special(change, sides)];
  }
  const list = probes.find(([kinds]) => kinds.test(change.kind))?.[1];
  if (list === undefined) {
    return [];
  }
  const tryAll =
    (judge: typeof judgeProbe): Find =>
    (sides) => {
      for (const probe of list(change, sides)) {
        const found = judge(probe, sides);
        if (found !== undefined) {
          return found;
        }
      }
      return undefined;
    };
  return writtenAnew.test(change.kind)
    ? [tryAll(judgeProbe), tryAll(compareBytes)]
    : [tryAll(judgeProbe)];
}

/** Changes of how values are written. Other bytes count, although our router may understand the old form as well. */
const writtenAnew = /-(?:style|explode|array-format|content|encoding)-changed$/;

/** Changes that no single request shows to a router. */
const differences: readonly (readonly [
  kinds: RegExp,
  find: (change: Change, sides: CallSides) => Difference | undefined,
])[] = [
  [/^response-header-/, findAnswerDifference],
  [/^callback-/, findCallbackDifference],
  [/^webhook-removed$/, findWebhookDifference],
  [/^(?:server-|operation-server-)/, findServerDifference],
];

type ListProbes = (change: Change, sides: CallSides) => readonly Probe[];

/** Lists the requests for a change, by its kind. */
const probes: readonly (readonly [kinds: RegExp, list: ListProbes])[] = [
  [/^operation-(?:removed|moved)/, (_, sides) => listShortest(sides)],
  [/parameter-/, listParameterProbes],
  [/^request-(?:body|media-type)-|^media-type-(?:encoding|array-format)-changed$/, listBodyProbes],
  [/^response-media-type-removed$/, listAcceptProbes],
  [/^security-/, listSecurityProbes],
];

/** The client's side and the router's. Webhooks and callbacks have an address that is not in the document. */
function toSides(
  { label, before, after, isReversed }: CallPair,
  models: Models,
): (CallSides & Pick<CallPair, "label">) | undefined {
  const addressed = (operation: Operation | undefined): Operation | undefined =>
    operation && isReversed ? { ...operation, path: "/" } : operation;
  const old = { model: models.before, operation: addressed(before) };
  const fresh = { model: models.after, operation: addressed(after) };
  const isSwapped = isReversed && after !== undefined;
  const [client, router] = isSwapped ? [fresh, old] : [old, fresh];
  const { operation, model } = client;
  return operation && { label, client: { model, operation }, router, isReversed: isSwapped };
}

/** A request that the old service sends to its callers, and the new one does not. */
function findWebhookDifference(_: Change, { client }: CallSides): Difference | undefined {
  const request = writeShortest(client);
  return request === undefined
    ? undefined
    : { request, client: "sent by the service", router: "not sent by the service" };
}

function listShortest({ client }: CallSides): readonly Probe[] {
  const plan = planShortestCall(client.operation);
  return plan === undefined ? [] : [{ plan }];
}

/** Requests whose `Accept` names a media type that answers no longer have. */
function listAcceptProbes(change: Change, { client, router }: CallSides): readonly Probe[] {
  const plan = planShortestCall(client.operation);
  const types = [...client.operation.responses.values()].flatMap(({ value }) =>
    value.content.map(({ mediaType }) => mediaType),
  );
  const meant = [...new Set(types)].filter((type) =>
    change.message.toLowerCase().includes(quoteName(type.replace(/\s/g, "")).toLowerCase()),
  );
  // Answers without any media type left have those of the new document: one without a body has no media type to ask for.
  const remove = (operation: Operation, accept: string): Operation => ({
    ...operation,
    responses: new Map(
      [...operation.responses].map(([status, { value }]) => {
        const left = value.content.filter((each) => each.mediaType !== accept);
        const fresh = router.operation?.responses.get(status)?.value.content ?? [];
        return [status, { value: { ...value, content: left.length === 0 ? fresh : left } }];
      }),
    ),
  });
  return plan === undefined
    ? []
    : meant.map((accept) => ({
        plan: { ...plan, accept },
        changed: { ...client, operation: remove(client.operation, accept) },
      }));
}
