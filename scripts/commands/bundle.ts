import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { bundleDocument } from "../support/document.ts";
import { main } from "../support/failure.ts";
import { createTasks } from "../support/tasks.ts";

await main(async () => {
  const output = process.argv[2] ?? ".cache/openapi.yaml";
  const bundle = await createTasks().run("Bundle the document", () => bundleDocument());
  await mkdir(dirname(resolve(output)), { recursive: true });
  await writeFile(output, output.endsWith(".json") ? bundle.json : bundle.yaml);
  console.error(`\nWritten: ${output}`);
});
