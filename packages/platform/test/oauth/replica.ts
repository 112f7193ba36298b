import { readConfig } from "../../src/config/read-config.ts";
import { serve } from "../../src/process/serve.ts";

// A process of its own that serves, as `platform serve` does, with the toolkits of the test. It reports its address, and ends in
// order on SIGTERM.
const { TEST_TOOLKITS = "", ...environment } = process.env;
const serving = await serve({ config: readConfig(environment), toolkitFolder: TEST_TOOLKITS });
process.once("SIGTERM", () => {
  serving.stop().then(() => process.exit(0));
});
process.send?.({ url: serving.url });
