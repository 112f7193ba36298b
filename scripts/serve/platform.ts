export { renderWelcome } from "../../packages/platform/src/cli/welcome.ts";
export { serve } from "../../packages/platform/src/process/serve.ts";
