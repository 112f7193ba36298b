import { workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";

// The thread of initialize-cluster.ts: PGlite initialises the folder when it opens it.
const pglite = await PGlite.create({ dataDir: String(workerData) });
await pglite.close();
