import { collectHits, printHit } from "../english/collect-hits.ts";
import { listMessages } from "../english/list-messages.ts";
import { patterns } from "../english/patterns.ts";
import { main } from "../support/failure.ts";

// Lists the sentences that are hard to read, of all patterns or of the named ones; or, with `messages`, every message.
await main(async () => {
  const named = process.argv.slice(2);
  if (named.includes("messages")) {
    for (const { file, line, text } of listMessages()) {
      console.log(`${file}:${line} ${text}`);
    }
    return;
  }
  const { hits, unused } = await collectHits();
  for (const { name, advice } of patterns) {
    if (named.length > 0 && !named.includes(name)) {
      continue;
    }
    const own = hits.filter(({ pattern }) => pattern === name);
    console.log(`\n${name}: ${own.length}. ${advice}`);
    for (const hit of own) {
      console.log(printHit(hit));
    }
  }
  if (unused.length > 0) {
    console.log(
      `\nSentences of scripts/english/allowed.json that have no pattern any more:\n${unused.join("\n")}`,
    );
  }
});
