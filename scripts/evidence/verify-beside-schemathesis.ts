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
  return `# \`specwright verify\` beside schemathesis

\`specwright verify\` sends requests to a running server and judges its answers by the OpenAPI document. schemathesis does the same. This
page shows which faults of a server each of them finds.

**How it was measured.** \`test/verify\` has a correct server of 10 operations, and ${rows.length} faults. Each fault is added to the server alone, and
both tools run against it, schemathesis 4 with all of its phases and checks. Each tool has ${limit} seconds for one server. Schemathesis uses
all of them (\`--max-time\`); \`verify\` ends when it has sent its cases. A fault counts as found when a check fails that passes on
the correct server.

**Result.** \`verify\` finds ${count("ours")} faults, and schemathesis finds ${count("theirs")}. This does not show that \`verify\` finds more faults in any
server, because the author of \`verify\` chose the faults.

| | Requests of a run | Seconds of a run |
|---|---:|---:|
| specwright verify | ${Math.round(times.requests / (rows.length + 1))} | ${mean(times.ours)} |
| schemathesis | ${Math.round(times.cases / (rows.length + 1))} | ${mean(times.theirs)} |

The figures are means of all runs, on a machine with two cores that did other work meanwhile.

On the correct server \`verify\` has ${correct.ours.length === 0 ? "no findings" : list(correct.ours)}, and schemathesis has ${correct.theirs.length === 0 ? "none" : correct.theirs.map((each) => `\`${each}\``).join(", ")}.
(Schemathesis sends an empty list of \`ids\` as \`ids=\`. The server reads a list with one empty id, and refuses it.)

The cells of the table name the checks that failed.

| Fault | specwright verify | schemathesis |
|---|---|---|
${rows.map(({ name, ours, theirs }) => `| ${name} | ${list(ours)} | ${list(theirs)} |`).join("\n")}

\`node -C source scripts/evidence/verify-beside-schemathesis.ts\` writes this page.
`;
}
