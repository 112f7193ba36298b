import { parseArgs } from "node:util";
import { startMock } from "./serve/prism.ts";
import { bundleDocument } from "./support/document.ts";
import { Failure, main } from "./support/failure.ts";
import { createTasks } from "./support/tasks.ts";

const usage = `Usage: npm run mock -- [--port 4010] [--host 127.0.0.1]

Runs Prism on the bundled document: every operation answers with its example, and requests are checked against the document.`;

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
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Failure(`--port is "${values.port}", which is no port.\n${usage}`);
  const tasks = createTasks();
  const bundle = await tasks.run("Bundle the document", () => bundleDocument());
  const mock = await tasks.run(
    "Start the mock",
    () => startMock(bundle.yaml, { host: values.host, port, showLog: true }),
    (one) => one.url,
  );
  const stop = (): void => void mock.stop();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  console.log(`\nThe mock answers at ${mock.url}/api/v3. Ctrl+C stops it.`);
  await mock.ended;
});
