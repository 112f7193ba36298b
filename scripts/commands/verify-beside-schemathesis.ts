import { writeFileSync } from "node:fs";
import { verify } from "specwright";
import { installSchemathesis } from "../../packages/platform/test/schemathesis/python-environment.ts";
import { clinicKey, prepareClinic } from "../../test/verify/clinic-server.ts";
import { mutations } from "../../test/verify/mutations.ts";
import { runSchemathesis } from "../../test/verify/run-schemathesis.ts";
import { listen } from "../../test/verify/serve-router.ts";
import { Failure, main } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";

/** The seconds that each of the two may take for one server. */
const limit = 10;

interface Row {
  readonly name: string;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * Adds each fault of test/verify to a correct server, runs `specwright verify` and schemathesis against it, and writes
 * a page with the findings of both.
 */
await main(async () => {
  const program = await installSchemathesis("python3");
  const { document, createClinic } = await prepareClinic("verify-beside");
  const times = { ours: 0, theirs: 0, requests: 0, cases: 0 };
  const judge = async (service: Parameters<typeof listen>[0], again: typeof service) => {
    const first = await listen(service);
    const start = performance.now();
    const own = await verify({ document, url: first.url, auth: { Key: clinicKey } });
    const taken = (performance.now() - start) / 1000;
    if (taken > limit) {
      throw new Failure(`verify took ${taken} s. Run the comparison while the machine is quiet.`);
    }
    times.ours += taken;
    times.requests += own.requests;
    first.close();
    const second = await listen(again);
    const { failures, seconds, cases } = await runSchemathesis(
      program,
      document,
      second.url,
      limit,
    );
    times.theirs += seconds;
    times.cases += cases;
    second.close();
    return { ours: own.findings.map(({ check }) => check), theirs: failures };
  };
  const correct = await judge(createClinic().service, createClinic().service);
  const correctChecks = new Set(correct.theirs.map(nameCheck));
  const rows: Row[] = [];
  for (const { name, plant } of mutations) {
    const { ours, theirs } = await judge(plant(createClinic()), plant(createClinic()));
    const news = theirs.filter((failure) => !correctChecks.has(nameCheck(failure)));
    rows.push({ name, ours, theirs: news });
    process.stdout.write(`${ours.length > 0} ${news.length > 0} ${name}\n`);
  }
  writeFileSync(
    resolveInRoot("docs/verify-beside-schemathesis.md"),
    renderPage(rows, correct, times),
  );
});

/** The check in `GET /pets: positive_data_acceptance`. */
function nameCheck(failure: string): string {
  return failure.replace(/^.*: /, "");
}

function renderPage(
  rows: readonly Row[],
  correct: Omit<Row, "name">,
  times: { ours: number; theirs: number; requests: number; cases: number },
): string {
  const count = (side: "ours" | "theirs"): number =>
    rows.filter((row) => row[side].length > 0).length;
  const list = (checks: readonly string[]): string => {
    const names = [...new Set(checks.map(nameCheck))];
    return names.length === 0 ? "not found" : names.map((name) => `\`${name}\``).join(", ");
  };
  const mean = (sum: number): string => (sum / (rows.length + 1)).toFixed(1);
  return `# Planted faults: verify beside schemathesis

\`test/verify\` has a correct server of 10 operations and ${rows.length} faults that are planted into it, one at a time. \`specwright verify\` finds
${count("ours")} of them, and schemathesis 4 finds ${count("theirs")}, with all of its phases and checks. Each may take ${limit} s for one server. Schemathesis uses all of this time
(\`--max-time\`); \`verify\` ends when its cases have been sent.

| | requests of a run | seconds of a run |
|---|---|---|
| specwright verify | ${Math.round(times.requests / (rows.length + 1))} | ${mean(times.ours)} |
| schemathesis | ${Math.round(times.cases / (rows.length + 1))} | ${mean(times.theirs)} |

On the correct server \`verify\` has ${correct.ours.length === 0 ? "no findings" : list(correct.ours)}, and schemathesis has ${correct.theirs.length === 0 ? "none" : correct.theirs.map((each) => `\`${each}\``).join(", ")}; a fault counts as
found when a check fails that passes on the correct server. (Schemathesis sends an empty list of \`ids\` as \`ids=\`. The server reads a list with one
empty id, and refuses it.)

The faults were chosen by the author of \`verify\`. The machine has two cores, and both ran while it did other work.

| Fault | specwright verify | schemathesis |
|---|---|---|
${rows.map(({ name, ours, theirs }) => `| ${name} | ${list(ours)} | ${list(theirs)} |`).join("\n")}

\`node -C source scripts/commands/verify-beside-schemathesis.ts\` writes this page.
`;
}
