import { lintDocument } from "../support/document.ts";
import { main } from "../support/failure.ts";
import { createTasks } from "../support/tasks.ts";

await main(async () => {
  const file = process.argv[2];
  await createTasks().run(
    "Lint the document",
    () => lintDocument(file),
    (note) => note,
  );
});
