import type { ApiPromise } from "../client/api-promise.ts";
import { call } from "../client/call.ts";
import type { CallInput, ClientOperation } from "../client/operation.ts";
import { type CallOptions, createTransport, type TransportOptions } from "../client/transport.ts";

/** How a callback is sent: what a transport and a call may say, but for the address. */
export type CallbackOptions = Omit<TransportOptions, "baseUrl"> & CallOptions;

/**
 * Sends a callback to a URL, as a client calls an operation: retries, time limits, typed errors.
 *
 * @throws as `call`
 */
export function sendCallback(
  url: string,
  operation: ClientOperation,
  input: CallInput | undefined,
  options: CallbackOptions = {},
): ApiPromise<unknown> {
  // The whole URL, as it was given: a slash at its end is part of it.
  const transport = { ...createTransport({ ...options, baseUrl: url }), baseUrl: url };
  // The transport has the headers already.
  const { headers: _, ...rest } = options;
  return call(transport, operation, input, rest);
}
