/**
 * The functions that generated callbacks call: `callbackUrl` makes the callback's URL from the document's expression,
 * `sendCallback` sends the request.
 */
export { type CallbackSource, callbackUrl } from "./callbacks/callback-url.ts";
export { type CallbackOptions, sendCallback } from "./callbacks/send-callback.ts";
