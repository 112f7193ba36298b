import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { Failure, main } from "./support/failure.ts";
import { inRoot, root } from "./support/paths.ts";

/** The suites that have a long version, and what makes them long. */
const suites: Readonly<Record<string, Soak>> = {
  injection: {
    paths: ["test/injection"],
    environment: { SPECWRIGHT_INJECTION_CASES: "all" },
    what: "every string of three documents with every payload, for every target",
  },
  robustness: {
    paths: ["test/robustness"],
    environment: { SPECWRIGHT_KILLS: "300" },
    what: "300 kills while writing, full disks, commands at once, 20 surroundings",
  },
  bombs: {
    paths: ["--long", "test/robustness/bombs"],
    environment: { SPECWRIGHT_LONG: "1", SPECWRIGHT_MEASURE: "1" },
    what: "every document that is made to exhaust a machine",
  },
};

interface Soak {
  readonly paths: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly what: string;
}

/** How a suite ended. */
interface SoakResult {
  readonly name: string;
  readonly what: string;
  readonly minutes: string;
  /** The lines in which the suites told how far they got, the last one of each. */
  readonly told: readonly string[];
  readonly isPassed: boolean;
}

await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !Object.hasOwn(suites, name));
  if (unknown !== undefined) {
    throw new Failure(
      `There is no soak "${unknown}".\nWhat to do: choose from ${Object.keys(suites).join(", ")}, or none for all.`,
    );
  }
  const results: SoakResult[] = [];
  for (const [name, soak] of Object.entries(suites)) {
    if (names.length === 0 || names.includes(name)) results.push(await run(name, soak));
  }
  if (names.length === 0) {
    await writeFile(inRoot("docs/soak.md"), report(results));
    console.error("Written: docs/soak.md");
  }
  if (results.some(({ isPassed }) => !isPassed)) throw new Failure("A soak failed: see above.");
});

/** Runs a suite; what it prints, the progress lines among it, passes through. */
function run(name: string, { paths, environment, what }: Soak): Promise<SoakResult> {
  const started = performance.now();
  const child = spawn(process.execPath, ["-C", "source", "scripts/run.js", "test", ...paths], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const told = new Map<string, string>();
  const read = (text: string): void => {
    process.stderr.write(text);
    for (const [, line = "", topic = ""] of text.matchAll(/^ {2}(([^:\n]+): .+)$/gm)) {
      told.set(topic, line);
    }
  };
  child.stdout.setEncoding("utf8").on("data", read);
  child.stderr.setEncoding("utf8").on("data", read);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      const minutes = ((performance.now() - started) / 60_000).toFixed(1);
      resolve({ name, what, minutes, told: [...told.values()], isPassed: code === 0 });
    });
  });
}

function report(results: readonly SoakResult[]): string {
  const [cpu] = cpus();
  const head = `# Soak

Written by \`npm run soak\` on ${new Date().toISOString().slice(0, 10)}, on Node ${process.versions.node} with ${cpus().length} cores (${cpu?.model ?? "unknown"}).
`;
  const parts = results.map(
    ({ name, what, minutes, told, isPassed }) =>
      `\n## ${name}\n\n${isPassed ? "Passed" : "**Failed**"} in ${minutes} minutes: ${what}.\n${told.map((line) => `\n- ${line}`).join("")}\n`,
  );
  return head + parts.join("");
}
