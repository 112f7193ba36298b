import { spawn } from "node:child_process";
import { consoleWork } from "../../packages/console/build/build-console.ts";
import {
  explainFailure,
  lockDataDirectory,
  openDatabase,
  readConfig,
} from "../serve/platform-parts.ts";
import { assertPortFree } from "../serve/port.ts";
import {
  buildReference,
  generateWhatIsStale,
  lintUnlessUnchanged,
  readPortSetting,
} from "../serve/prepare.ts";
import { Failure, main } from "../support/failure.ts";
import { docsFolder, resolveInRoot } from "../support/paths.ts";
import { createTasks } from "../support/tasks.ts";
import { isUnchanged } from "../support/unchanged.ts";

await main(async () => {
  refuseArguments();
  console.error(
    "Starting the Integration Platform from the document in spec/. Its addresses follow.\n",
  );
  const host = process.env.HOST ?? "127.0.0.1";
  // Check the port and the environment before anything is built, so that a mistake is reported at once.
  const port = readPortSetting(process.env.PORT);
  await assertPortFree(host, port, `PORT=${port + 1} npm start`);
  try {
    await start();
  } catch (error) {
    const message = explainFailure(error);
    throw message === undefined ? error : new Failure(message, { cause: error });
  }
});

/** @throws Failure for an argument, because all settings are environment variables */
function refuseArguments(): void {
  const [argument] = process.argv.slice(2);
  if (argument !== undefined) {
    throw new Failure(
      `npm start does not have the option ${argument}.
Its settings are environment variables, which docs/operations.md lists. For another port: PORT=4000 npm start`,
    );
  }
}

/**
 * The lint runs in its own process, and a first start initializes its database in its own thread, so both run in
 * parallel with the rest. The service does not answer before the lint has passed and the generated code is up to date.
 */
async function start(): Promise<void> {
  const tasks = createTasks();
  // A person at a terminal does not need a line of JSON for every request, so the default level is `warn`.
  const config = readConfig({ PLATFORM_LOG_LEVEL: "warn", ...process.env });
  // Report a directory or a port that cannot be used before the work begins, most of which does not need it.
  if (config.storage.kind === "embedded") {
    const unlock = await lockDataDirectory(config.dataDirectory);
    unlock();
  }
  const { metricsHost, metricsPort: metrics } = config;
  if (metrics !== undefined) {
    await assertPortFree(metricsHost, metrics, `PLATFORM_METRICS_PORT=${metrics + 1} npm start`);
  }
  const opening = markHandled(openDatabase(config.storage));
  const linting = markHandled(lintUnlessUnchanged());
  try {
    await tasks.run(
      "Generate what is stale",
      () => generateWhatIsStale(linting),
      (note) => note,
    );
    // Import the service only now, because it imports code that may just have been generated.
    const { openProjectQuestion, serve, renderWelcome } = await import("../serve/platform.ts");
    await tasks.run(
      "Lint the document",
      () => linting,
      (note) => note,
    );
    // Start the API first. Building the reference takes longer and can then use the whole processor.
    const folder = resolveInRoot(docsFolder);
    const terminal = { input: process.stdin, output: process.stderr };
    const askProjectName = openProjectQuestion(terminal, process.env);
    const building = buildInBackground();
    const { isConsoleBuilding } = building;
    const serving = await tasks.run("Start the platform", () =>
      serve({ config, docsFolder: folder, isConsoleBuilding, database: opening, askProjectName }),
    );
    const stopping = waitForSignal();
    await tasks.run("Build the reference", buildReference, (note) => note);
    console.log(`\n${renderWelcome(serving, true)}\n`);
    await stopping;
    building.stop();
    await serving.stop();
  } catch (error) {
    // Ignore the error of a database that did not open: `error` reports it already.
    await opening.then(
      (database) => database.close(),
      () => {},
    );
    throw error;
  }
}

/**
 * Marks a promise as handled, because it is awaited later. Otherwise Node would report an unhandled rejection until
 * then.
 */
function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/**
 * Builds the console in a process of its own, unless it is up to date, so that the first answer does not wait for it. Its page says meanwhile that
 * it is being built.
 */
function buildInBackground(): { readonly isConsoleBuilding: () => boolean; stop(): void } {
  if (isUnchanged(consoleWork)) {
    return { isConsoleBuilding: () => false, stop: () => {} };
  }
  let isBuilding = true;
  const build = spawn(
    process.execPath,
    ["-C", "source", resolveInRoot("scripts/run.js"), "build", "console"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let text = "";
  build.stderr.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  build.once("error", () => {
    isBuilding = false;
  });
  build.once("close", (code) => {
    isBuilding = false;
    if (code !== 0 && code !== null) {
      console.error(`The console was not built. The API works without it.\n${text}`);
    }
  });
  return { isConsoleBuilding: () => isBuilding, stop: () => void build.kill() };
}

function waitForSignal(): Promise<unknown> {
  return new Promise((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
  });
}
