import type { BegunExecution, EndedExecution } from "../domain/logs/record-execution.ts";

/** The end of an action. */
export type ActionEnding<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly error: unknown };

/**
 * The `Idempotency-Key` of the request that an action answers. It is claimed together with the log of the call, and the response
 * is stored together with the outcome.
 */
export interface ActionKey<Result> {
  /** The key to claim with the log; undefined when it was claimed before. */
  readonly newKey: BegunExecution["newKey"];
  /** Records that the log was committed, and the claim with it. */
  begun(): void;
  /** The response to store with the outcome; undefined when it is stored in another way. */
  toKeyed(ending: ActionEnding<Result>): Promise<EndedExecution["keyed"]>;
  /** Records that the outcome was committed, and this response with it. */
  ended(keyed: EndedExecution["keyed"]): void;
}
