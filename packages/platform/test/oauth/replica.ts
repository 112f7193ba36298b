import { readConfig } from "../../src/process/config/read-config.ts";
import { serve } from "../../src/process/serve.ts";

// A separate process that serves like `platform serve`, with the toolkits of the test. It reports its address, and
// stops properly on SIGTERM.
const { TEST_TOOLKITS = "", ...environment } = process.env;
const serving = await serve({ config: readConfig(environment), toolkitFolder: TEST_TOOLKITS });
process.once("SIGTERM", () => {
  serving.stop().then(() => process.exit(0));
});
process.send?.({ url: serving.url });
