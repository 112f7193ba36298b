import { writeFile } from "node:fs/promises";
import { collectHits, count, limitsFile, printHit, readLimits } from "../english/hold-limits.ts";
import { patterns } from "../english/patterns.ts";
import { main } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";

// Lists the sentences that are hard to read, of all patterns or of the named ones. `--lower` also lowers the limits to
// the current counts. `npm run check` fails above the limits.
await main(async () => {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
  const { hits } = await collectHits();
  for (const { name, advice } of patterns) {
    if (named.length > 0 && !named.includes(name)) {
      continue;
    }
    console.log(`\n${name}: ${count(hits, name)}. ${advice}`);
    for (const hit of hits.filter(({ pattern }) => pattern === name)) {
      console.log(printHit(hit));
    }
  }
  if (process.argv.includes("--lower")) {
    const limits = await readLimits();
    const lower = Object.fromEntries(
      patterns.map(({ name }) => [name, Math.min(limits[name], count(hits, name))]),
    );
    await writeFile(resolveInRoot(limitsFile), `${JSON.stringify(lower, undefined, 2)}\n`);
  }
});
