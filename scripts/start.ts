import { buildDocs } from "./docs/build.ts";
import { assertPortFree } from "./serve/port.ts";
import { bundleDocument, lintDocument } from "./support/document.ts";
import { Failure, main } from "./support/failure.ts";
import { generateAll } from "./support/generate.ts";
import { docsFolder, inRoot } from "./support/paths.ts";
import { createTasks, type Tasks } from "./support/tasks.ts";

await main(async () => {
  console.error(
    "Starting the Integration Platform from the document in spec/. Its addresses follow.\n",
  );
  const tasks = createTasks();
  const host = process.env.HOST ?? "127.0.0.1";
  // Finding the port in use, or the environment wrong, after everything was built would be late.
  const port = portFrom(process.env.PORT);
  await assertPortFree(host, port, `PORT=${port + 1} npm start`);
  await tasks.run(
    "Lint the document",
    () => lintDocument(),
    (note) => note,
  );
  await tasks.run(
    "Generate what is stale",
    () => generateAll(),
    (results) => results.join(", "),
  );
  // Loaded only now, since the platform stands on what may just have been generated.
  const { mendable, readConfig, serve, welcome } = await import("./serve/platform.ts");
  try {
    const folder = inRoot(docsFolder);
    // For a person at a terminal: a line of JSON for every request only when it is asked for.
    const config = readConfig({ PLATFORM_LOG_LEVEL: "warn", ...process.env });
    // The API answers first. The reference, which takes longer, has the processor for itself then.
    const serving = await tasks.run("Start the platform", () =>
      serve({ config, docsFolder: folder }),
    );
    await buildReference(tasks, folder);
    console.log(`\n${welcome(serving, true)}\n`);
    await signalled();
    await serving.stop();
  } catch (error) {
    throw mendable(error) ? new Failure(error.message, { cause: error }) : error;
  }
});

async function buildReference(tasks: Tasks, folder: string): Promise<void> {
  await tasks.run(
    "Build the reference",
    async () => buildDocs(await bundleDocument(), folder),
    (built) => `${built.operations} operations, ${built.errors} errors`,
  );
}

function signalled(): Promise<unknown> {
  return new Promise((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
  });
}

function portFrom(text: string | undefined): number {
  const port = Number(text ?? 3000);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Failure(
    `PORT is "${text}", which is no port.\nWhat to do: give a number from 1 to 65535, as in PORT=3001 npm start`,
  );
}
