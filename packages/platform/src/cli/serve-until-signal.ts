import { describeError } from "../http/describe-error.ts";
import { type ServeOptions, serve } from "./serve.ts";
import { welcome } from "./welcome.ts";

/**
 * Serves until SIGTERM or SIGINT, then lets what runs come to an end. On an embedded start it prints where things are and,
 * once, the first keys. A second signal ends the process at once.
 */
export async function serveUntilSignal(options: ServeOptions): Promise<undefined> {
  const serving = await serve(options);
  if (options.config.storage.kind === "embedded") {
    console.log(`\n${welcome(serving, options.docsFolder !== undefined)}\n`);
  }
  // A rejection that nobody handles is a fault of ours: it is logged, and requests of others go on.
  process.on("unhandledRejection", (error) => {
    serving.log.error({ err: describeError(error) }, "unhandled rejection");
  });
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    process.once("SIGTERM", resolve);
    process.once("SIGINT", resolve);
  });
  process.once("SIGINT", () => process.exit(130));
  serving.log.info({ signal }, "stopping");
  await serving.stop();
  serving.log.info("stopped");
  return undefined;
}
