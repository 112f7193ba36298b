import type { Operation } from "../document/model/model.ts";
import { getMethodName } from "../emit/shared/names/get-method-name.ts";
import type { Case, StepPlace } from "./case.ts";
import { type Check, checks } from "./checks.ts";
import type { Finding } from "./finding.ts";
import type { HttpRequest } from "./requests/build-request.ts";
import { hideSecrets, renderCurl } from "./requests/render-curl.ts";
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
  /** Adds a problem of a workflow that no request shows. */
  readonly addStep: (check: Check, step: StepPlace, message: string) => void;
  /** Returns whether findings of a check are left out. */
  readonly isIgnored: (check: Check) => boolean;
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
      const { step } = sent;
      const place = step === undefined ? "" : `${step.workflow} ${step.step}`;
      const key = `${check} ${operation} ${answer?.status} ${sent.expected} ${place} ${classify(check, message)}`;
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
        message: hideSecrets(
          `The request ${sent.title} was answered with ${answer?.status ?? "nothing"}: ${message}.`,
          secrets,
        ),
        request: renderCurl(request, secrets),
        ...(answer === undefined ? {} : { status: answer.status }),
        ...(answer?.body === undefined || answer.body.length === 0
          ? {}
          : { answer: answer.body.toString("utf8").slice(0, longest) }),
        count: 1,
        ...(step === undefined ? {} : { step }),
      });
    },
    addStep: (check, step, message) => {
      if (!ignored.has(check)) {
        found.set(`${check} ${step.workflow} ${step.step} ${found.size}`, {
          ...{ check, step, location: step.location, request: "", count: 1 },
          operation: nameStep(step),
          message: hideSecrets(message, secrets),
        });
      }
    },
    isIgnored: (check) => ignored.has(check),
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

/** `step pay of buy`, or `workflow buy` for the workflow as a whole. */
function nameStep({ workflow, step }: StepPlace): string {
  return step === "" ? `workflow ${workflow}` : `step ${step} of ${workflow}`;
}

/** `GET /pets/{petId}`. */
export function nameDocumentOperation(operation: Operation): string {
  return `${getMethodName(operation)} ${operation.path}`;
}
