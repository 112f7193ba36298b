/**
 * The functions that generated callbacks call: `callbackUrl` makes the callback's URL from the document's expression,
 * `sendCallback` sends the request. `evaluateRuntimeExpression` finds the values that callbacks and links name.
 */
export { callbackUrl } from "./callbacks/callback-url.ts";
export { type CallbackSource, evaluateRuntimeExpression } from "./callbacks/runtime-expression.ts";
export { type CallbackOptions, sendCallback } from "./callbacks/send-callback.ts";
