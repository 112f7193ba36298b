import { existsSync } from "node:fs";
import { lintDocument } from "../support/document.ts";
import { Failure, main } from "../support/failure.ts";
import { createTasks } from "../support/tasks.ts";

await main(async () => {
  const file = process.argv[2];
  if (file !== undefined && !existsSync(file)) {
    throw new Failure(
      `The file ${file} does not exist.\nName an OpenAPI document, or none for spec/.`,
    );
  }
  await createTasks().run(
    "Lint the document",
    () => lintDocument(file),
    (note) => note,
  );
});
