import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completeJournal } from "../../packages/specwright/src/write/journal.ts";
import { writeOutput } from "../../packages/specwright/src/write/write-output.ts";
import { createRandom } from "../support/samples.ts";
import { findRoundsIn, makeRemovedFolder, readFolder } from "./output-folder.ts";
import { makeRoundFiles } from "./rounds.ts";

/** How often the writer is killed. `npm run soak` kills it 300 times. */
const kills = Number(process.env.SPECWRIGHT_KILLS ?? "10");

const random = createRandom();

const own = ["notes.txt", "common/notes.txt"];

function write(folder: string, round: number): void {
  writeOutput({ folder, files: makeRoundFiles(round), key: `key ${round % 3}`, inputs: new Map() });
}

/** Starts a process that writes round after round, and kills it at a random moment. */
function killWriter(folder: string, round: number): Promise<void> {
  return killProgram("write-rounds.ts", folder, String(round));
}

async function killProgram(name: string, ...words: readonly string[]): Promise<void> {
  const program = join(import.meta.dirname, "programs", name);
  const child = spawn(process.execPath, ["-C", "source", program, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  // Any moment is a good one, also one after the program has ended what it writes.
  await new Promise((resolve) => setTimeout(resolve, random() * 60));
  child.kill("SIGKILL");
  await once(child, "close");
}

test(`after ${kills} kills, each time the old output or the new one is there`, {
  timeout: 900_000,
}, async () => {
  const out = join(makeRemovedFolder(), "out");
  write(out, 0);
  for (const path of own) {
    writeFileSync(join(out, path), path);
  }
  const moments = { journal: 0, stage: 0, neither: 0 };
  for (let kill = 0; kill < kills; kill += 1) {
    await killWriter(out, kill + 1);
    moments[findMoment(out)] += 1;
    // Every command first completes the journal. Do only this step here, to check its result.
    completeJournal(out);
    expect(findRoundsIn(out, [...own, ".specwright-lock"]), `kill ${kill}`).toHaveLength(1);
    // Then run the next command. It must not be stopped by the lock of the killed one.
    write(out, kill);
    expect(findRoundsIn(out, own), `kill ${kill}`).toEqual([kill % 3]);
    for (const path of own) {
      expect(readFileSync(join(out, path), "utf8")).toBe(path);
    }
  }
  if (kills > 10) {
    process.stderr.write(`  moments of ${kills} kills: ${JSON.stringify(moments)}\n`);
  }
});

test("a folder in which the first write was killed is written by the next command", {
  timeout: 900_000,
}, async () => {
  for (let kill = 0; kill < Math.ceil(kills / 6); kill += 1) {
    const out = join(makeRemovedFolder(), "out");
    await killWriter(out, 0);
    write(out, 1);
    expect(findRoundsIn(out), `kill ${kill}`).toEqual([1]);
  }
});

test("handlers are whole when scaffolding is killed, as nothing ever writes them again", {
  timeout: 900_000,
}, async () => {
  const folder = makeRemovedFolder();
  const responses = { 204: { description: "done" } };
  const paths = Array.from({ length: 40 }, (_, index) => [
    `/v${index}`,
    { get: { operationId: `get${index}`, description: "text ".repeat(2000), responses } },
  ]);
  const info = { title: "a", version: "1" };
  const document = { openapi: "3.1.0", info, paths: Object.fromEntries(paths) };
  writeFileSync(join(folder, "api.json"), JSON.stringify(document));
  for (let kill = 0; kill < Math.ceil(kills / 6); kill += 1) {
    rmSync(join(folder, "handlers"), { recursive: true, force: true });
    await killProgram("scaffold-rounds.ts", folder);
    const handlers = Object.entries(readFolder(folder)).filter(([path]) => path.endsWith(".ts"));
    for (const [path, text] of handlers) {
      expect(text, `kill ${kill}, ${path}`).toMatch(/;\n$/);
    }
  }
});

function findMoment(folder: string): "journal" | "stage" | "neither" {
  if (existsSync(join(folder, ".specwright-journal.json"))) {
    return "journal";
  }
  return existsSync(join(folder, ".specwright-stage")) ? "stage" : "neither";
}
