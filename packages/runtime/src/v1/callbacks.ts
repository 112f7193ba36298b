/**
 * The functions under generated callbacks: one evaluates the document's expression to the callback's URL, the other sends
 * the request.
 */
export { type CallbackSource, callbackUrl } from "./callbacks/callback-url.ts";
export { type CallbackOptions, sendCallback } from "./callbacks/send-callback.ts";
