import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildSite } from "../site/build-site.ts";
import { main } from "../support/failure.ts";
import { createTasks } from "../support/tasks.ts";

await main(async () => {
  const { values } = parseArgs({ options: { out: { type: "string", default: "generated/site" } } });
  await createTasks().run(
    "Build the site",
    () => buildSite(resolve(values.out), { withReference: true }),
    ({ pages, links }) => `${pages} pages and the reference, ${links} links checked`,
  );
  console.error(`\nThe site is in ${values.out}/. Any host can serve it, at any path.`);
});
