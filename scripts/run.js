// Every npm script starts here. It is plain JavaScript because its one job, before anything else is loaded, is to explain
// the problem when Node is too old to run the TypeScript that follows.
import { fileURLToPath } from "node:url";

const needed = 24;
const running = Number(process.versions.node.split(".")[0]);

if (running < needed) {
  console.error(
    `specwright: Node ${needed} is needed to run the scripts, and this is Node ${process.versions.node} (${process.execPath}).
The package "node" in devDependencies brings Node ${needed}. It is missing from node_modules or did not finish installing.
Run "npm ci" (without --ignore-scripts and without --omit=dev), then use "npm run <script>",
which finds that Node by itself. "npm start" and "npm test" are the two to begin with.`,
  );
  process.exit(1);
}

// glibc reads this variable when a program begins, so the service replaces this program by itself once. With two heaps
// instead of one for each thread, an import of a large document takes less memory (docs/adr/0068).
if (process.argv[2] === "start" && process.platform === "linux" && !process.env.MALLOC_ARENA_MAX) {
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, words, { ...process.env, MALLOC_ARENA_MAX: "2" });
}

// Compiled code is kept for the next run. It is a matter of speed alone, so where it cannot be kept, it is not.
const { enableCompileCache } = await import("node:module");
enableCompileCache(fileURLToPath(new URL("../.cache/node", import.meta.url)));

const [name, ...rest] = process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...rest);
if (rest.includes("--help")) {
  const { describeCommand } = await import("./support/help.ts");
  console.log(await describeCommand(name));
} else {
  await import(`./commands/${name}.ts`);
}
