import { mendable, openDatabase, readConfig } from "../serve/platform-parts.ts";
import { assertPortFree } from "../serve/port.ts";
import {
  buildReference,
  generateWhatIsStale,
  lintUnlessUnchanged,
  portFrom,
} from "../serve/prepare.ts";
import { Failure, main } from "../support/failure.ts";
import { docsFolder, inRoot } from "../support/paths.ts";
import { createTasks } from "../support/tasks.ts";

await main(async () => {
  console.error(
    "Starting the Integration Platform from the document in spec/. Its addresses follow.\n",
  );
  const host = process.env.HOST ?? "127.0.0.1";
  // Finding the port in use, or the environment wrong, after everything was built would be late.
  const port = portFrom(process.env.PORT);
  await assertPortFree(host, port, `PORT=${port + 1} npm start`);
  try {
    await start();
  } catch (error) {
    throw mendable(error) ? new Failure(error.message, { cause: error }) : error;
  }
});

/**
 * The lint is a process of its own and a first start initialises its database in a thread of its own, so both run beside the
 * rest. Nothing answers before the document is known to be clean and the generated code to be up to date.
 */
async function start(): Promise<void> {
  const tasks = createTasks();
  // For a person at a terminal: a line of JSON for every request only when it is asked for.
  const config = readConfig({ PLATFORM_LOG_LEVEL: "warn", ...process.env });
  const opening = settled(openDatabase(config.storage));
  const linting = settled(lintUnlessUnchanged());
  try {
    await tasks.run(
      "Generate what is stale",
      () => generateWhatIsStale(linting),
      (note) => note,
    );
    // Loaded only now, since the service imports code that may just have been generated.
    const { serve, welcome } = await import("../serve/platform.ts");
    await tasks.run(
      "Lint the document",
      () => linting,
      (note) => note,
    );
    // The API answers first. The reference, which takes longer, has the processor for itself then.
    const folder = inRoot(docsFolder);
    const serving = await tasks.run("Start the platform", () =>
      serve({ config, docsFolder: folder, database: opening }),
    );
    const stopping = signalled();
    await tasks.run("Build the reference", buildReference, (note) => note);
    console.log(`\n${welcome(serving, true)}\n`);
    await stopping;
    await serving.stop();
  } catch (error) {
    // A database that did not open has nothing to close, and its failure is the one that is reported.
    await opening.then(
      (database) => database.close(),
      () => {},
    );
    throw error;
  }
}

/** A promise that is awaited later; until then its failure is nobody's fault. */
function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

function signalled(): Promise<unknown> {
  return new Promise((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
  });
}
