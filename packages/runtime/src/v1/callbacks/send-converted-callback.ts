import type { ApiPromise } from "../client/api-promise.ts";
import { convertCall, withExactJson } from "../client/conversions/convert-call.ts";
import type { CallInput, ClientOperation } from "../client/operation.ts";
import type { OperationConversions } from "../conversions/operation-conversions.ts";
import { type CallbackOptions, sendCallback } from "./send-callback.ts";

/**
 * `sendCallback` with conversions.
 *
 * @throws as `invokeConverted`
 */
export function sendConvertedCallback(
  url: string,
  operation: ClientOperation,
  conversions: OperationConversions,
  input: CallInput | undefined,
  options?: CallbackOptions,
): ApiPromise<unknown> {
  const exact = withExactJson(operation, conversions);
  return convertCall(exact, conversions, input, undefined, (encoded) =>
    sendCallback(url, exact, encoded, options),
  );
}
