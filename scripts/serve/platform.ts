export { serve } from "../../packages/platform/src/cli/serve.ts";
export { welcome } from "../../packages/platform/src/cli/welcome.ts";
