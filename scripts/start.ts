import { buildDocs } from "./docs/build.ts";
import { type Mock, startMock } from "./serve/prism.ts";
import { type Site, startServer } from "./serve/server.ts";
import { bundleDocument, lintDocument } from "./support/document.ts";
import { Failure, main } from "./support/failure.ts";
import { generateAll } from "./support/generate.ts";
import { docsFolder, inRoot } from "./support/paths.ts";
import { createTasks } from "./support/tasks.ts";

const host = process.env.HOST ?? "127.0.0.1";

await main(async () => {
  const port = portFrom(process.env.PORT);
  const tasks = createTasks();
  const site: Site = {};
  // The port is taken first: finding it in use after everything was built would be late.
  const server = await tasks.run(
    "Take the port",
    () => startServer(site, host, port),
    () => String(port),
  );
  let mock: Mock | undefined;
  try {
    await tasks.run(
      "Lint the document",
      () => lintDocument(),
      (note) => note,
    );
    const bundle = await tasks.run("Bundle it", () => bundleDocument());
    await tasks.run(
      "Build the reference",
      () => buildDocs(bundle, inRoot(docsFolder)),
      (built) => `${built.operations} operations, ${built.errors} errors`,
    );
    await tasks.run(
      "Generate what is stale",
      () => generateAll(),
      (results) => results.join(", "),
    );
    mock = await tasks.run("Start the mock", () => startMock(bundle.yaml));
    site.docsFolder = inRoot(docsFolder);
    site.mockUrl = mock.url;
  } catch (error) {
    server.close();
    throw error;
  }
  sayWhereEverythingIs(`http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`);
  const running = mock;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
    void running.stop();
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const log = await mock.ended;
  if (server.listening) {
    server.close();
    server.closeAllConnections();
    throw new Failure(`The mock ended by itself. It printed:\n${log}`);
  }
});

function portFrom(text: string | undefined): number {
  const port = Number(text ?? 3000);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Failure(
    `PORT is "${text}", which is no port.\nWhat to do: give a number from 1 to 65535, as in PORT=3001 npm start`,
  );
}

function sayWhereEverythingIs(url: string): void {
  console.log(`
The Integration Platform's API, as a mock: it answers every operation with the example of the document.

  Reference   ${url}/docs/
  Document    ${url}/openapi.yaml   ${url}/openapi.json
  API         ${url}/api/v3

Try it:

  curl -s -H 'x-api-key: ak_9fQ2mVx7LrT4kWb8ZyN3cHd6GjS' '${url}/api/v3/toolkits'

Ctrl+C stops it.`);
}
