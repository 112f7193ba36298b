// hey-api works with the compiler API of TypeScript 5, which TypeScript 7 does not have. npm installs it beside the root's
// TypeScript 7 all the same, since its peer range allows that; so its import is led to the one in test/peers.
import { registerHooks } from "node:module";

const peers = new URL("../../test/peers/package.json", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    return next(specifier, specifier === "typescript" ? { ...context, parentURL: peers } : context);
  },
});
