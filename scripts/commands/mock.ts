import { parseArgs } from "node:util";
import { buildDocs } from "../docs/build.ts";
import { assertPortFree } from "../serve/port.ts";
import { startMock } from "../serve/prism.ts";
import { startSite } from "../serve/site.ts";
import { bundleDocument } from "../support/document.ts";
import { Failure, main } from "../support/failure.ts";
import { docsFolder, resolveInRoot } from "../support/paths.ts";
import { createTasks } from "../support/tasks.ts";

const usage = `Usage: npm run mock -- [--port 4010] [--host 127.0.0.1]

Runs Prism on the bundled document: every operation answers with its example, and requests are checked against the document.
The reference and the document are on the same port.`;

await main(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "4010" },
      host: { type: "string", default: "127.0.0.1" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const port = parsePort(values.port);
  await assertPortFree(values.host, port, `npm run mock -- --port ${port + 1}`);
  const tasks = createTasks();
  const folder = resolveInRoot(docsFolder);
  const bundle = await tasks.run("Bundle the document", () => bundleDocument());
  await tasks.run("Build the reference", () => buildDocs(folder));
  const mock = await tasks.run("Start Prism", () => startMock(bundle.yaml));
  const site = await startSite({ docsFolder: folder, mockUrl: mock.url, host: values.host, port });
  sayWhereEverythingIs(site.address);
  let isStopping = false;
  const stop = (): void => {
    isStopping = true;
    void mock.stop();
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const log = await mock.ended;
  site.close();
  if (!isStopping) {
    throw new Failure(`Prism ended by itself. It printed:\n${log}`);
  }
});

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) {
    return port;
  }
  throw new Failure(`--port is "${text}", which is not a port.\n${usage}`);
}

function sayWhereEverythingIs(url: string): void {
  console.log(`
Every operation of the document answers with its example.

  Reference   ${url}/docs/
  Document    ${url}/openapi.yaml   ${url}/openapi.json
  API         ${url}/api/v3

Try it:

  curl -s -H 'x-api-key: ak_9fQ2mVx7LrT4kWb8ZyN3cHd6GjS' '${url}/api/v3/toolkits'

Ctrl+C stops it.`);
}
