import { judgeAnswer } from "./answers/judge-answer.ts";
import { judgeExpectation } from "./answers/judge-expectation.ts";
import { judgeParameters } from "./answers/judge-parameters.ts";
import type { Case } from "./case.ts";
import type { Workshop } from "./cases/make-input.ts";
import type { Record } from "./record.ts";
import { buildRequest, type HttpRequest } from "./requests/build-request.ts";
import { withNewKey } from "./requests/idempotency-key.ts";
import { type HttpAnswer, sendToServer } from "./requests/send.ts";

/** Sends the cases of a run one after the other, and checks the responses. */
export interface Exchanges {
  /** The response. Undefined when the case cannot be sent, or got no response. */
  readonly run: (sent: Case) => Promise<HttpAnswer | undefined>;
  /** Adds a problem that only several exchanges together show. */
  readonly blame: (
    check: Parameters<Record["add"]>[0],
    sent: Case,
    answer: HttpAnswer,
    message: string,
  ) => void;
  /** Requests that were sent. */
  readonly count: () => number;
}

/** Sends and judges. */
export function createExchanges(
  { target, validators }: Workshop,
  record: Record,
  timeoutMilliseconds: number,
): Exchanges {
  let count = 0;
  return {
    run: async (planned) => {
      const sent = withNewKey(planned);
      const request = encode(sent);
      if (request === undefined) {
        return undefined;
      }
      count += 1;
      const answer = await sendToServer(request, timeoutMilliseconds);
      if ("problem" in answer) {
        record.add("no-answer", { sent, request, answer: undefined }, answer.problem);
        return undefined;
      }
      judge(sent, request, answer);
      return answer;
    },
    blame: (check, sent, answer, message) => {
      const request = encode(sent);
      if (request !== undefined) {
        record.add(check, { sent, request, answer }, message);
      }
    },
    count: () => count,
  };

  function encode(sent: Case): HttpRequest | undefined {
    try {
      return buildRequest(sent, target);
    } catch {
      // A style cannot represent every value, so this request cannot be sent.
      return undefined;
    }
  }

  function judge(sent: Case, request: HttpRequest, answer: HttpAnswer): void {
    const exchange = { sent, request, answer };
    if (answer.status >= 500 && !(answer.status === 501 && sent.expected === "no-route")) {
      record.add("server-error", exchange, "the server failed");
      return;
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
  }
}
