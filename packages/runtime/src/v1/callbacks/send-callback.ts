import type { ApiPromise } from "../client/api-promise.ts";
import { call } from "../client/call.ts";
import type { CallInput, ClientOperation } from "../client/operation.ts";
import { type CallOptions, createTransport, type TransportOptions } from "../client/transport.ts";

/** How a callback is sent: the options of a transport and of a call, without the address. */
export type CallbackOptions = Omit<TransportOptions, "baseUrl"> & CallOptions;

/**
 * Sends a callback to a URL, with the retries, time limits and typed errors of a client's call.
 *
 * @throws as `call`
 */
export function sendCallback(
  url: string,
  operation: ClientOperation,
  input: CallInput | undefined,
  options: CallbackOptions = {},
): ApiPromise<unknown> {
  // `createTransport` removes a slash at the end of a base URL. A callback's URL is sent as it was given.
  const transport = { ...createTransport({ ...options, baseUrl: url }), baseUrl: url };
  // The transport has the headers already.
  const { headers: _, ...rest } = options;
  return call(transport, operation, input, rest);
}
