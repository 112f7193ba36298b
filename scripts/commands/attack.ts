import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Scene } from "../attack/attack.ts";
import { attacks } from "../attack/attacks/index.ts";
import { messages } from "../attack/attacks/messages.ts";
import { describeTimes, isKept, type Row, renderReport } from "../attack/report.ts";
import { startAttackedService } from "../attack/service.ts";
import { createTenant, startApplication } from "../attack/tenants.ts";
import { startWitness } from "../attack/witness.ts";
import { Failure, main } from "../support/failure.ts";
import { describeCircumstances } from "../support/measured-on.ts";
import { resolveInRoot } from "../support/paths.ts";

const quietMs = 5_000;

/** Lets the service load the code that its first requests need. */
async function warmUp(scene: Scene): Promise<void> {
  await messages.run(scene);
  const endWitness = await startWitness(scene);
  await sleep(quietMs);
  await endWitness();
}

// Attacks a service of its own over loopback: `npm run attack`, or some attacks by name: `npm run attack -- keys imports`.
await main(async () => {
  const { values, positionals } = parseArgs({
    options: { write: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const chosen = attacks.filter(
    ({ name }) => positionals.length === 0 || positionals.some((wanted) => name.startsWith(wanted)),
  );
  if (chosen.length === 0) {
    throw new Failure(
      `There is no such attack. Their names: ${attacks.map(({ name }) => name).join(", ")}.`,
    );
  }
  console.error("Starting a service on this machine …");
  const application = await startApplication();
  const service = await startAttackedService();
  try {
    const attacker = await createTenant(service, "attacker", application.url);
    const other = await createTenant(service, "other", application.url);
    const scene = { service, attacker, other, applicationUrl: application.url };
    await warmUp(scene);
    const endQuiet = await startWitness(scene);
    await sleep(quietMs);
    const quiet = await endQuiet();
    console.error(`Quiet: list, execution and /health ${describeTimes(quiet)}`);
    const rows: Row[] = [];
    for (const [index, attack] of chosen.entries()) {
      const endWitness = attack.isWitnessed ? await startWitness(scene) : undefined;
      const outcome = await attack.run(scene);
      const row = { attack, outcome, testimony: await endWitness?.() };
      rows.push(row);
      const times =
        row.testimony === undefined
          ? ""
          : ` (${describeTimes(row.testimony)}; ${row.testimony.memory} MiB)`;
      console.error(
        `${isKept(row, quiet) ? "✓" : "✗"} ${index + 1} of ${chosen.length} ${attack.name}: ${outcome.tried} tried, ${outcome.result}${times}`,
      );
    }
    if (values.write) {
      const database =
        process.env.DATABASE_URL === undefined ? "the embedded database" : "PostgreSQL";
      const folder = resolveInRoot("docs/security");
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        `${folder}/attacks.md`,
        renderReport(rows, quiet, describeCircumstances(), database),
      );
      console.error("Written: docs/security/attacks.md");
    }
    const broken = rows.filter((row) => !isKept(row, quiet));
    if (broken.length > 0) {
      throw new Failure(
        `A promise was broken: ${broken.map(({ attack }) => attack.name).join(", ")}.`,
      );
    }
  } finally {
    await service.stop();
    application.stop();
  }
});
