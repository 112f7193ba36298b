import { getMethodName } from "../emit/names/get-method-name.ts";
import type { Operation } from "../model/model.ts";
import type { Case } from "./case.ts";
import { type Check, checks } from "./checks.ts";
import type { Finding } from "./finding.ts";
import type { HttpRequest } from "./requests/build-request.ts";
import { renderCurl } from "./requests/render-curl.ts";
import type { HttpAnswer } from "./requests/send.ts";

/** A request that was sent, with its answer. */
export interface Exchange {
  readonly sent: Case;
  readonly request: HttpRequest;
  readonly answer: HttpAnswer | undefined;
}

/** Collects findings. There is one for each operation, check and status, with the number of requests that showed it. */
export interface Record {
  readonly add: (check: Check, exchange: Exchange, message: string) => void;
  /** By check, in the order of the table of checks. Within a check, in the order in which they were found. */
  readonly listFindings: () => readonly Finding[];
}

/** The maximum number of a response's characters that are shown. */
const longest = 600;

/** @param secrets texts that must not appear in reports */
export function createRecord(secrets: readonly string[], ignored: ReadonlySet<Check>): Record {
  const found = new Map<string, Finding & { count: number }>();
  return {
    add: (check, { sent, request, answer }, message) => {
      const operation = nameDocumentOperation(sent.operation);
      const key = `${check} ${operation} ${answer?.status} ${sent.expected} ${classify(check, message)}`;
      const known = found.get(key);
      if (ignored.has(check)) {
        return;
      }
      if (known !== undefined) {
        known.count += 1;
        return;
      }
      found.set(key, {
        check,
        operation,
        location: sent.operation.location,
        message: `The request ${sent.title} was answered with ${answer?.status ?? "nothing"}: ${message}.`,
        request: renderCurl(request, secrets),
        ...(answer === undefined ? {} : { status: answer.status }),
        ...(answer?.body === undefined || answer.body.length === 0
          ? {}
          : { answer: answer.body.toString("utf8").slice(0, longest) }),
        count: 1,
      });
    },
    listFindings: () => {
      const order = Object.keys(checks);
      return [...found.values()].toSorted(
        (left, right) => order.indexOf(left.check) - order.indexOf(right.check),
      );
    },
  };
}

/**
 * Messages that differ only in numbers, in quoted texts or in lists of them count as one kind. The names of lost members
 * depend on the members that were written, so all lists of them are one kind.
 */
function classify(check: Check, message: string): string {
  return check === "write-lost"
    ? ""
    : message
        .replace(/\d+/g, "0")
        .replace(/"[^"]*"/g, '""')
        .replace(/\[[^[\]]*\]/g, "[]")
        .slice(0, 200);
}

/** `GET /pets/{petId}`. */
export function nameDocumentOperation(operation: Operation): string {
  return `${getMethodName(operation)} ${operation.path}`;
}
