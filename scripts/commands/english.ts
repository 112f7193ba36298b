import { writeFile } from "node:fs/promises";
import { count, countedHits, limitsFile, printHit, readLimits } from "../english/hold-limits.ts";
import { patterns } from "../english/patterns.ts";
import { main } from "../support/failure.ts";
import { inRoot } from "../support/paths.ts";

// Lists the sentences that are hard to read, of all patterns or of those that are named. `--lower` also writes counts that
// are below their limits as the new limits, which `npm run check` holds.
await main(async () => {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
  const { hits } = await countedHits();
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
    await writeFile(inRoot(limitsFile), `${JSON.stringify(lower, undefined, 2)}\n`);
  }
});
