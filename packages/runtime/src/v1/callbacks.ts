/** What generated callbacks stand on: where a callback goes by the document's expression, and sending it. */
export { type CallbackSource, callbackUrl } from "./callbacks/callback-url.ts";
export { type CallbackOptions, sendCallback } from "./callbacks/send-callback.ts";
