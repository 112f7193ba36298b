import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { writeToolkits } from "../e2e/documents.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { type EchoApplication, startEchoApplication } from "./support/echo-application.ts";
import { type AgentOfProject, createProjectOfAgents } from "./support/project-of-agents.ts";

/** `npm run soak` makes all 100,000 calls in parts such as `2/5`, which can be resumed. */
const [, parts = 1] = (process.env.SPECWRIGHT_SOAK_PART ?? "1/1").split("/").map(Number);
const calls = process.env.SOAK === "1" ? 100_000 / parts : 2_000;
const projects = 10;
const clientsOfProject = 10;

let application: EchoApplication;
let world: World;
let agents: readonly AgentOfProject[];
beforeAll(async () => {
  application = await startEchoApplication();
  world = await startWorld({
    storage: findNeed("postgresql") === undefined ? "PGlite" : "PostgreSQL",
    // With more connections than the usual ten, calls of more projects are at the database at once.
    environment: { PLATFORM_RATE_LIMIT: "1000000", PLATFORM_POOL_SIZE: "20" },
    writeToolkits: (url) => {
      const folder = writeToolkits(url);
      writeFileSync(join(folder, "echo.yaml"), application.document);
      return folder;
    },
  });
  const made: AgentOfProject[] = [];
  for (let project = 0; project < projects; project += 1) {
    made.push(...(await createProjectOfAgents(world, project, clientsOfProject)));
  }
  agents = made;
});
afterAll(async () => {
  await world.close();
  await application.close();
});

test(`${projects * clientsOfProject} clients of ${projects} projects with equal request ids get their own answers in ${calls} calls, and no byte of another`, async () => {
  const rounds = calls / agents.length;
  let done = 0;
  const began = performance.now();
  const speak = async (agent: AgentOfProject): Promise<void> => {
    for (let id = 1; id <= rounds; id += 1) {
      // Every client counts alike, and asks with text that is its own.
      const asked = `${agent.marker}-ask-${id}`;
      const text = await agent.call(id, asked);
      const answer = JSON.parse(text) as { readonly id: number; readonly result?: object };
      expect(answer.id, text).toBe(id);
      expect(answer.result).toMatchObject({
        structuredContent: { key: agent.key, asked },
      });
      const foreign = text.match(/\bp\d+u\d+\b/g)?.filter((marker) => marker !== agent.marker);
      expect(foreign).toEqual([]);
      done += 1;
      if (done % 2_000 === 0) {
        const rate = Math.round(done / ((performance.now() - began) / 1_000));
        console.log(`  calls: ${done} of ${calls}, no foreign byte, ${rate} a second`);
      }
    }
  };
  await Promise.all(agents.map(speak));
  expect(done).toBe(calls);
  expect(application.seen.size).toBe(calls);
}, 3_600_000);
