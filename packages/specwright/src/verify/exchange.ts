import { judgeAnswer } from "./answers/judge-answer.ts";
import { judgeExpectation } from "./answers/judge-expectation.ts";
import { judgeParameters } from "./answers/judge-parameters.ts";
import type { Case } from "./case.ts";
import type { CaseContext } from "./cases/make-input.ts";
import { type Counter, createCounter } from "./coverage.ts";
import type { Record } from "./record.ts";
import { buildRequest, type HttpRequest } from "./requests/build-request.ts";
import { withNewKey } from "./requests/idempotency-key.ts";
import { type HttpAnswer, type NoAnswer, sendToServer } from "./requests/send.ts";

/** Sends the cases of a run one after the other, and checks the responses. */
export interface Exchanges {
  /** The response. Undefined when the case cannot be sent, or got no response. */
  readonly run: (sent: Case) => Promise<HttpAnswer | undefined>;
  /**
   * Sends a step of a workflow, and checks the response. A step that gets no response may be repeated, so that is not a
   * finding yet.
   *
   * @throws ParameterError when it cannot be sent: see `buildRequest`
   */
  readonly runStep: (sent: Case, timeoutMilliseconds?: number) => Promise<SentStep>;
  /** Adds a problem that only several exchanges together show. */
  readonly blame: (
    check: Parameters<Record["add"]>[0],
    sent: Case,
    answer: HttpAnswer,
    message: string,
  ) => void;
  /** The requests that were sent. */
  readonly counter: Counter;
}

/** A step that was sent. */
export interface SentStep {
  readonly request: HttpRequest;
  readonly answer: HttpAnswer | NoAnswer;
  /** False when a check found a problem. */
  readonly isRight: boolean;
}

/** Sends and judges. */
export function createExchanges(
  { target, validators }: Pick<CaseContext, "target" | "validators">,
  record: Record,
  timeoutMilliseconds: number,
): Exchanges {
  const counter = createCounter();
  /** After the server has ended, no request is answered. That is said once. */
  let isGone = false;
  return {
    run: async (planned) => {
      const sent = withNewKey(planned);
      const request = encode(sent);
      if (request === undefined) {
        return undefined;
      }
      counter.add(sent, request.method);
      const answer = await sendToServer(request, timeoutMilliseconds);
      if ("problem" in answer) {
        if (!(isGone && answer.isRefused === true)) {
          const more =
            answer.isRefused === true ? "; later requests that are refused are not listed" : "";
          record.add("no-answer", { sent, request, answer: undefined }, answer.problem + more);
        }
        isGone = answer.isRefused === true;
        return undefined;
      }
      isGone = false;
      counter.addAnswer(sent, answer.status);
      judge(sent, request, answer);
      return answer;
    },
    runStep: async (sent, ownTimeout = timeoutMilliseconds) => {
      const request = buildRequest(sent, target);
      counter.add(sent, request.method);
      const answer = await sendToServer(request, Math.min(ownTimeout, timeoutMilliseconds));
      if ("problem" in answer) {
        return { request, answer, isRight: true };
      }
      counter.addAnswer(sent, answer.status);
      return { request, answer, isRight: judge(sent, request, answer) };
    },
    blame: (check, sent, answer, message) => {
      const request = encode(sent);
      if (request !== undefined) {
        record.add(check, { sent, request, answer }, message);
      }
    },
    counter,
  };

  function encode(sent: Case): HttpRequest | undefined {
    try {
      return buildRequest(sent, target);
    } catch {
      // A style cannot represent every value, so this request cannot be sent.
      return undefined;
    }
  }

  /** Returns whether no check found a problem. */
  function judge(sent: Case, request: HttpRequest, answer: HttpAnswer): boolean {
    const exchange = { sent, request, answer };
    const { expected } = sent;
    // The criteria of a workflow say whether a step may fail, for example until it is repeated.
    const mayFail = expected === "step" || (answer.status === 501 && expected === "no-route");
    if (answer.status >= 500 && !mayFail) {
      record.add("server-error", exchange, "the server failed");
      return false;
    }
    const problems = [
      ...judgeExpectation(sent, answer),
      // The document only describes responses of its own operations.
      ...(sent.expected === "no-route"
        ? []
        : judgeAnswer(sent.operation, request.method, answer, validators)),
      ...judgeParameters(sent, answer),
    ];
    for (const { check, message } of problems) {
      record.add(check, exchange, message);
    }
    return problems.every(({ check }) => record.isIgnored(check));
  }
}
