import { callbackUrl } from "@specwright/runtime/v1/callbacks";
import { isObject } from "@specwright/runtime/v1/values";
import type { Change } from "../../compare/change.ts";
import type { Callback, Operation } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import { writeShortest } from "./address-difference.ts";
import type { CallSides, Difference } from "./judge-probe.ts";

/** A request after which the service no longer sends a callback, or sends it to another address. */
export function findCallbackDifference(
  change: Change,
  { client, router }: CallSides,
): Difference | undefined {
  const own = client.operation.callbacks.find(({ name }) =>
    [quoteName(name), `\`${name}: `].some((each) => change.message.includes(each)),
  );
  const request = writeShortest(client);
  const [from, to] = [own, own && findCallback(router.operation, own.name)].map(readAddress);
  if (own === undefined || from === undefined || request === undefined) {
    return undefined;
  }
  if (to === undefined) {
    return {
      request,
      client: `followed by the callback ${own.name} to ${from}`,
      router: `not followed by the callback ${own.name}`,
    };
  }
  const source = fillSource(from);
  const [old, fresh] = [from, to].map((expression) => evaluate(expression, source));
  return old === undefined || old === fresh
    ? undefined
    : {
        request: `${request}\n(${from} is ${caller})`,
        client: `followed by the callback ${own.name} to ${old}`,
        router:
          fresh === undefined
            ? `not followed by the callback ${own.name}: the request has no ${to}`
            : `followed by the callback ${own.name} to ${fresh}`,
      };
}

function findCallback(operation: Operation | undefined, name: string): Callback | undefined {
  return operation?.callbacks.find((each) => each.name === name);
}

function readAddress(callback: Callback | undefined): string | undefined {
  return callback?.pathItems[0]?.path;
}

/** The address that a caller gives. */
const caller = "https://caller.example";

/** A call that has the caller's address wherever an expression looks for it. */
function fillSource(expression: string): Record<string, unknown> {
  const source: Record<string, unknown> = {};
  for (const [, side = "", text = ""] of expression.matchAll(/\$(request|response)\.([^{}]+)/g)) {
    const [place = "", pointer] = text.split("#");
    const [location = "", ...rest] = place.split(".");
    const names =
      location === "body"
        ? (pointer ?? "").split("/").slice(1).map(unescapeSegment)
        : [rest.join(".")];
    const root = side === "response" ? ensureMember(source, "response") : source;
    setAt(root, [location === "header" && side === "response" ? "headers" : location, ...names]);
  }
  return source;
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

function setAt(target: Record<string, unknown>, [name = "", ...others]: readonly string[]): void {
  if (others.length === 0) {
    target[name] = caller;
  } else {
    setAt(ensureMember(target, name), others);
  }
}

function ensureMember(target: Record<string, unknown>, name: string): Record<string, unknown> {
  const member = target[name];
  const ensured: Record<string, unknown> = isObject(member) ? { ...member } : {};
  target[name] = ensured;
  return ensured;
}

/** The address of a callback. Undefined when the call does not have a value that the expression names. */
function evaluate(expression: string, source: object): string | undefined {
  try {
    return callbackUrl(expression, source);
  } catch (error) {
    if (error instanceof TypeError) {
      return undefined;
    }
    throw error;
  }
}
