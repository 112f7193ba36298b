export { openProjectQuestion } from "../../packages/platform/src/process/cli/ask-project-name.ts";
export { renderWelcome } from "../../packages/platform/src/process/cli/welcome.ts";
export { serve } from "../../packages/platform/src/process/serve.ts";
