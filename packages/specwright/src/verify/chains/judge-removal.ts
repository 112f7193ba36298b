import type { Operation } from "../../document/model/model.ts";
import { listPathParameters } from "../things/known-things.ts";
import { type ChainContext, type Made, runRequest } from "./run-request.ts";

/**
 * Looks for a thing that a request deleted, and reports it when it is found.
 *
 * @param values the values of the path parameters of the thing
 * @param read the operation that reads the thing, if the document has one
 */
export async function judgeRemoval(
  { sent, answer }: Made,
  values: readonly unknown[],
  read: Operation | undefined,
  chain: ChainContext,
): Promise<void> {
  chain.known.remove(sent.operation.path, values);
  // After 202, the change may take a while.
  if (answer.status >= 300 || answer.status === 202 || read === undefined) {
    return;
  }
  const places = listPathParameters(read);
  const parameters = new Map(places.map((parameter, index) => [parameter, values[index]] as const));
  const title = "for a thing that was just deleted";
  await runRequest(read, { title, expected: "deleted", given: { parameters } }, chain);
}
