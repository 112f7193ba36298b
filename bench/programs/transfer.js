// Plain JavaScript without imports from our packages, so that it starts at once: transfers files, all at the same time, and prints the
// seconds that it took. Its argument is a list of `[url, path]` for uploads and `[url]` for downloads.
import { openAsBlob } from "node:fs";

const transfers = JSON.parse(process.argv[2]);
const bodies = await Promise.all(transfers.map(([, path]) => path && openAsBlob(path)));
const began = performance.now();
await Promise.all(
  transfers.map(async ([url], index) => {
    const body = bodies[index];
    const headers = { "content-type": "application/octet-stream" };
    const response = await fetch(url, body ? { method: "PUT", body, headers } : {});
    if (!response.ok) {
      throw new Error(`${url}: ${response.status}`);
    }
    for await (const _ of response.body) {
      // Only the time counts.
    }
  }),
);
process.stdout.write(String((performance.now() - began) / 1000));
