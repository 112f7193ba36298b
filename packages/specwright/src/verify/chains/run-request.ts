import type { Operation } from "../../document/model/model.ts";
import type { Case } from "../case.ts";
import { type CaseContext, type Given, makeInput } from "../cases/make-input.ts";
import type { Exchanges } from "../exchange.ts";
import type { HttpAnswer } from "../requests/send.ts";
import type { Fullness } from "../values/make-value.ts";
import { createRandom } from "../values/random.ts";
import { compareWritten } from "./compare-written.ts";

/** The run that the chains belong to. */
export interface ChainContext extends CaseContext {
  readonly exchanges: Exchanges;
  readonly seed: number;
}

/** A request of a chain, and the response. */
export interface Made {
  readonly sent: Case;
  readonly answer: HttpAnswer;
}

/** The parts of a request in a chain that are not generated. */
export interface RequestPlan {
  readonly title: string;
  readonly expected: Case["expected"];
  readonly given?: Given;
  /** Default: `least`. */
  readonly fullness?: Fullness;
  /** Distinguishes requests with the same title. */
  readonly index?: number;
}

/**
 * Sends one request. Its values depend only on the seed, the operation, the title and the index.
 *
 * @returns undefined when no request that fits the document can be made, and when no response came
 */
export async function runRequest(
  operation: Operation,
  { title, expected, given = {}, fullness = "least", index = 0 }: RequestPlan,
  chain: ChainContext,
): Promise<Made | undefined> {
  const random = createRandom(chain.seed, operation.name, title, String(index));
  const input = makeInput(operation, { random, fullness }, chain, given);
  if (input === undefined) {
    return undefined;
  }
  const sent: Case = { operation, title, expected, ...input };
  const answer = await chain.exchanges.run(sent);
  return answer === undefined ? undefined : { sent, answer };
}

/** Reports members that were written and that a response shows with another value. */
export function judgeWritten(written: Made, seen: Made, { exchanges }: ChainContext): void {
  const { body } = written.sent;
  const lost =
    body === undefined || "content" in body ? [] : compareWritten(body.value, seen.answer);
  if (lost.length > 0) {
    const names = lost.map((name) => `\`${name}\``).join(", ");
    exchanges.blame(
      "write-lost",
      seen.sent,
      seen.answer,
      `${names} ${lost.length === 1 ? "was" : "were"} written with another value`,
    );
  }
}
