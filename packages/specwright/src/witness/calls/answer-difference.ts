import { decodeHeader } from "@specwright/runtime/v1/parameters";
import { isEqual } from "@specwright/runtime/v1/values";
import type { Change } from "../../compare/change.ts";
import { showValue } from "../../compare/compare/comparison.ts";
import type { Header, Operation } from "../../document/model/model.ts";
import { classifyMediaType } from "../../emit/shared/bodies/media-kind.ts";
import { quoteName } from "../../text/code-span.ts";
import { describeRoutedOperation } from "./describe-routed.ts";
import type { CallSides, Difference } from "./judge-probe.ts";
import { listSamples } from "./list-samples.ts";
import { type HandlerAnswer, type Outcome, routeOperations } from "./open-router.ts";
import { sendCall, writeCall } from "./send-call.ts";
import { planShortestCall, writeClientCall } from "./write-client-call.ts";

/** A header of an answer in both documents. */
interface HeaderPair {
  readonly status: string;
  readonly name: string;
  readonly own: Header;
  readonly other: Header | undefined;
}

/**
 * An answer that the new document allows, and that a program for the old one cannot read as before: a header is absent,
 * or it is written in another way.
 */
export function findAnswerDifference(change: Change, sides: CallSides): Difference | undefined {
  for (const pair of listHeaderPairs(change, sides)) {
    const found = /-(?:explode|content)-changed$/.test(change.kind)
      ? compareTexts(pair, sides)
      : leaveOut(pair, sides);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function listHeaderPairs(
  { message }: Change,
  { client, router }: CallSides,
): readonly HeaderPair[] {
  return [...client.operation.responses].flatMap(([status, { value }]) => {
    const others = [...(router.operation?.responses.get(status)?.value.headers ?? [])];
    return [...value.headers]
      .filter(([name]) => message.toLowerCase().includes(quoteName(name).toLowerCase()))
      .map(([name, use]) => {
        const key = name.toLowerCase();
        const other = others.find(([each]) => each.toLowerCase() === key)?.[1].value;
        return { status, name, own: use.value, other };
      });
  });
}

/** The answer without the header: the old document does not allow it, and the new one does. */
function leaveOut({ status, name }: HeaderPair, sides: CallSides): Difference | undefined {
  const old = answer(sides, sides.client.operation, status, { [name]: undefined });
  const fresh =
    sides.router.operation && answer(sides, sides.router.operation, status, { [name]: undefined });
  const whole = answer(sides, sides.client.operation, status, {});
  return old?.outcome.refused !== undefined &&
    whole?.outcome.refused === undefined &&
    fresh !== undefined &&
    fresh.outcome.refused === undefined
    ? {
        request: old.request,
        client: `answered with ${chooseStatus(status)} and the header ${name}`,
        router: `may be answered with ${chooseStatus(status)} without the header ${name}`,
      }
    : undefined;
}

function compareTexts(
  { status, name, own, other }: HeaderPair,
  sides: CallSides,
): Difference | undefined {
  const { operation } = sides.router;
  for (const value of other === undefined ? [] : listSamples(own.schema)) {
    const old = answer(sides, sides.client.operation, status, { [name]: value });
    const fresh = operation && answer(sides, operation, status, { [name]: value });
    const [before, after] = [old, fresh].map((each) => {
      const text = each?.outcome.answer?.headers[name.toLowerCase()];
      return typeof text === "string" ? text : undefined;
    });
    const definition = describeRoutedOperation(sides.client.operation).headers?.[status]?.find(
      (each) => each.name === name,
    );
    if (
      old !== undefined &&
      before !== undefined &&
      after !== undefined &&
      definition !== undefined
    ) {
      const read = decodeHeader(definition, after);
      if (!isEqual(read, value) && isEqual(decodeHeader(definition, before), value)) {
        return {
          request: old.request,
          client: `answered with ${name}: ${before}`,
          router: `answered with ${name}: ${after}, which a program for the old document reads as ${showValue(read)}`,
        };
      }
    }
  }
  return undefined;
}

/** Lets an operation answer with every required header, and the given ones, and checks the answer with its document. */
function answer(
  { client }: CallSides,
  operation: Operation,
  status: string,
  given: Readonly<Record<string, unknown>>,
): { readonly request: string; readonly outcome: Outcome } | undefined {
  const response = operation.responses.get(status)?.value;
  const plan = planShortestCall(operation);
  const sent =
    plan &&
    writeClientCall(client.model, { ...operation, security: [] }, { ...plan, way: undefined });
  if (response === undefined || sent === undefined) {
    return undefined;
  }
  const required = [...response.headers]
    .filter(([, { value }]) => value.required)
    .map(([name, { value }]) => [name, listSamples(value.schema)[0]]);
  const [content] = response.content;
  const isJson = content !== undefined && classifyMediaType(content.mediaType) === "json";
  const respond: HandlerAnswer = {
    status: chooseStatus(status),
    headers: {
      ...Object.fromEntries(required),
      ...withSpelling(given, [...response.headers.keys()]),
    },
    ...(content && { mediaType: content.mediaType, body: isJson ? {} : "a" }),
  };
  const router = routeOperations(client.model, [{ ...operation, security: [] }]);
  const outcome = sendCall(router, { ...sent, respond });
  return outcome.answer === undefined ? undefined : { request: writeCall(sent.request), outcome };
}

/** The names as the document writes them. */
function withSpelling(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      names.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name,
      value,
    ]),
  );
}

/** The first status of a range. */
function chooseStatus(status: string): number {
  return status === "default" ? 500 : Number(status.replace(/XX$/i, "00"));
}
