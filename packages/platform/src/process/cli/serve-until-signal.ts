import { describeError } from "../../api/http/errors/describe-error.ts";
import { handOverMs } from "../../api/http/open-server.ts";
import { checkDatabase } from "../checking/check-database.ts";
import { formatConfigProblem } from "../config/read-config.ts";
import { type ServeOptions, serve } from "../serve.ts";
import { renderWelcome } from "./welcome.ts";

/**
 * Serves until SIGTERM or SIGINT, then lets running work finish. With the embedded database it prints its addresses
 * and, at the first start, the first keys. A second SIGINT ends the process at once.
 */
export async function serveUntilSignal(
  options: ServeOptions & { readonly isJson?: boolean },
): Promise<undefined> {
  const serving = await serve(options);
  if (options.isJson === true) {
    const { url, metricsUrl: metrics_url, firstStart: first_start } = serving;
    const { consoleLink: console_link } = serving;
    console.log(JSON.stringify({ url, metrics_url, first_start, console_link }));
  } else if (options.config.storage.kind === "embedded") {
    console.log(`\n${renderWelcome(serving, options.docsFolder !== undefined)}\n`);
  }
  const { storage } = options.config;
  if (storage.kind === "postgres") {
    // What is wrong with the database, and did not keep the service from starting.
    checkDatabase(storage, undefined).then(
      (problems) => problems.map((each) => serving.log.warn(formatConfigProblem(each))),
      (error: unknown) => serving.log.warn({ err: describeError(error) }, "database not checked"),
    );
  }
  // An unhandled rejection is a bug. It is logged, and other requests continue.
  process.on("unhandledRejection", (error) => {
    serving.log.error({ err: describeError(error) }, "unhandled rejection");
  });
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    process.once("SIGTERM", resolve);
    process.once("SIGINT", resolve);
  });
  serving.log.info({ signal }, "stopping");
  // A supervisor may repeat SIGTERM, which must not end the process at once. A SIGINT now comes from a person who
  // insists.
  process.on("SIGTERM", () => serving.log.info("stopping already"));
  process.once("SIGINT", () => process.exit(130));
  const hasReplicas = storage.kind === "postgres";
  await serving.stop(hasReplicas && signal === "SIGTERM" ? handOverMs : 0);
  serving.log.info("stopped");
  return undefined;
}
