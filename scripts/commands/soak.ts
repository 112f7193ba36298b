import { randomInt } from "node:crypto";
import { nameTask, parseArguments } from "../soak/parse-arguments.ts";
import { keepSoakResult, readSoakResults } from "../soak/results.ts";
import { runTask } from "../soak/run-task.ts";
import { Failure, main } from "../support/failure.ts";
import { describeCircumstances } from "../support/measured-on.ts";
import { renderTable } from "../tests/render-table.ts";
import { choosePassed } from "../tests/results.ts";
import { keepTierRun, testsPage } from "../tests/tests-page.ts";

// The suites' long versions, or parts of them: `npm run soak -- injection --part 2/4`. The result of each part is kept as
// soon as it has ended, so that `--resume` continues a run that was stopped.
await main(async () => {
  const { tasks, resumes, isWhole } = parseArguments(process.argv.slice(2));
  const circumstances = describeCircumstances();
  const { commit } = circumstances;
  // Other values than every other run. It is printed, so that a failure can be repeated.
  const seed = process.env.SPECWRIGHT_SEED ?? String(randomInt(2 ** 31));
  const done = resumes ? choosePassed(readSoakResults(), commit) : [];
  const left = tasks.filter((task) => !done.some(({ name }) => name === nameTask(task)));
  const results = [...done];
  const started = performance.now();
  for (const [index, task] of left.entries()) {
    console.error(
      `Soak ${index + 1} of ${left.length}: ${nameTask(task)}, seed ${seed}${estimateTimeLeft(started, index, left.length)}`,
    );
    const result = await runTask(task, seed);
    if (result === undefined) {
      break;
    }
    keepSoakResult(result);
    console.error("Written: docs/soak.md");
    results.push(result);
  }
  const parts = tasks.map((task) => ({ name: nameTask(task), suite: task.suite }));
  const table = renderTable(parts, results, { unit: "parts" });
  console.error(`\n${table}`);
  const isEnded = parts.every((part) => results.some(({ name }) => name === part.name));
  if (isWhole && isEnded) {
    const minutes = resumes ? {} : { minutes: (performance.now() - started) / 60_000 };
    keepTierRun("soak", { ...circumstances, table, missing: [], ...minutes });
    console.error(`Written: ${testsPage}`);
  }
  if (!isEnded) {
    throw new Failure("The soak was stopped.\nContinue it with --resume.");
  }
  if (results.some(({ failed }) => failed > 0)) {
    throw new Failure("A soak failed: see above.");
  }
});

/** The remaining time: the average time of the finished parts for each part that is left. */
function estimateTimeLeft(started: number, done: number, count: number): string {
  const minutes = ((performance.now() - started) / 60_000 / done) * (count - done);
  return done === 0 ? "" : `, about ${Math.ceil(minutes)} minutes left`;
}
