import { encodeCookies, encodeHeaders, encodePath, encodeQuery, joinQuery } from "../parameters.ts";
import type { ApiPromise } from "./api-promise.ts";
import type { AuthOptions } from "./auth/credential.ts";
import { invoke } from "./invoke.ts";
import type { CallInput, ClientOperation, RequestEncoders } from "./operation.ts";
import { encodeBody } from "./requests/encode-body.ts";
import { randomKey } from "./requests/random-key.ts";
import type { CallOptions, Transport } from "./transport.ts";

const allEncoders: RequestEncoders = {
  path: encodePath,
  query: encodeQuery,
  header: encodeHeaders,
  cookie: encodeCookies,
  key: randomKey,
  target: joinQuery,
  body: encodeBody,
};

/**
 * `invoke`, with every encoder for an operation that names none. Clients of earlier versions of the generator have such
 * operations.
 *
 * @throws as `invoke`
 */
export function call(
  transport: Transport,
  operation: ClientOperation,
  input?: CallInput,
  options?: CallOptions<AuthOptions>,
): ApiPromise<unknown> {
  return invoke(transport, { encoders: allEncoders, ...operation }, input, options);
}
