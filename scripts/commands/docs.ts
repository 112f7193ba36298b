import { buildDocs } from "../docs/build.ts";
import { lintDocument } from "../support/document.ts";
import { main } from "../support/failure.ts";
import { docsFolder } from "../support/paths.ts";
import { createTasks } from "../support/tasks.ts";

await main(async () => {
  const tasks = createTasks();
  await tasks.run(
    "Lint the document",
    () => lintDocument(),
    (note) => note,
  );
  await tasks.run(
    "Build the reference",
    () => buildDocs(),
    (built) => `${built.operations} operations, ${built.errors} error codes, ${built.files} files`,
  );
  console.error(
    `\nThe reference is in ${docsFolder}/; any host can serve it. "npm start" shows it on this machine.`,
  );
});
