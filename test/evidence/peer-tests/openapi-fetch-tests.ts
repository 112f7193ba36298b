import { existsSync } from "node:fs";
import { Failure, main } from "../../../scripts/support/failure.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { createTasks } from "../../../scripts/support/tasks.ts";
import { compileTests } from "./compile-tests.ts";
import { clients, prepareTests } from "./prepare-tests.ts";
import { type Outcome, runTests } from "./run-tests.ts";

/**
 * Runs the tests of a checkout of openapi-fetch, once with our client and once with the published openapi-fetch. A test
 * that fails with both is not a fault of our client.
 */
await main(async () => {
  const [checkout] = process.argv.slice(2);
  const source = `${checkout}/packages/openapi-fetch/test`;
  if (checkout === undefined || !existsSync(source)) {
    throw new Failure(
      "This needs a checkout of the repository openapi-ts/openapi-typescript.\nRun: node -C source test/evidence/peer-tests/openapi-fetch-tests.ts <folder of the checkout>",
    );
  }
  const ours = await judge("our client", source, clients.ours);
  const stock = await judge("openapi-fetch itself", source, clients.stock);
  const lines = report(ours, stock);
  console.log(lines.join("\n"));
  console.log(`\nOurs: ${summarizeJudged(ours)}\nopenapi-fetch: ${summarizeJudged(stock)}`);
  if (lines.some((line) => line.startsWith("OURS"))) {
    process.exitCode = 1;
  }
});

interface Judged extends Outcome {
  readonly errors: readonly string[];
}

async function judge(name: string, source: string, client: string): Promise<Judged> {
  const tasks = createTasks();
  // The folder is in the repository, so that the tests find vitest.
  const folder = resolveInRoot(".cache/openapi-fetch-tests");
  await prepareTests(source, folder, client);
  const outcome = await tasks.run(`Run the tests with ${name}`, () => runTests(folder));
  const errors = await tasks.run("Compile them", () => compileTests(folder));
  return { ...outcome, errors };
}

/** The unexpected results. `OURS` marks tests that fail only with our client. */
function report(ours: Judged, stock: Judged): string[] {
  const collectFindings = ({ failed, notRun, errors }: Judged): Map<string, string> =>
    new Map([
      ...failed.map(({ name, reason }) => [`FAILED   ${name}`, reason] as const),
      ...notRun.map(({ name, reason }) => [`NOT RUN  ${name}`, reason] as const),
      ...errors.map((error) => [`TYPES    ${error}`, ""] as const),
    ]);
  const theirs = collectFindings(stock);
  return [...collectFindings(ours)].map(([finding, reason]) => {
    const mark = theirs.has(finding) ? "both" : "OURS";
    return `${mark}  ${finding}${reason === "" ? "" : `\n               ${reason}`}`;
  });
}

function summarizeJudged({ passed, failed, notRun, errors }: Judged): string {
  return `${passed} of ${passed + failed.length} tests passed, ${notRun.length} suites not run, ${errors.length} errors of types`;
}
