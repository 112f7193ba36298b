import { parseArguments, type Task } from "../soak/parse-arguments.ts";
import { keepResult, readResults } from "../soak/results.ts";
import { runTask } from "../soak/run-task.ts";
import { Failure, main } from "../support/failure.ts";
import { describeCircumstances } from "../support/measured-on.ts";

// The suites' long versions, or parts of them: `npm run soak -- injection --part 2/4`. Passed parts are recorded, so
// that `--resume` continues a run that was stopped.
await main(async () => {
  const { tasks, resumes } = parseArguments(process.argv.slice(2));
  const { commit } = describeCircumstances();
  const passed = readResults().filter((each) => each.isPassed && each.commit === commit);
  const isDone = (task: Task): boolean =>
    passed.some(
      (each) => each.suite === task.suite && each.part === task.part && each.of === task.of,
    );
  const left = tasks.filter((task) => !resumes || !isDone(task));
  const started = performance.now();
  let failures = 0;
  for (const [index, task] of left.entries()) {
    console.error(
      `Soak ${index + 1} of ${left.length}: ${task.suite} ${task.part}/${task.of}${estimateTimeLeft(started, index, left.length)}`,
    );
    const result = await runTask(task);
    keepResult(result);
    failures += result.isPassed ? 0 : 1;
  }
  console.error("Written: docs/soak.md");
  if (failures > 0) {
    throw new Failure("A soak failed: see above.");
  }
});

/** The remaining time: the average time of the finished parts for each part that is left. */
function estimateTimeLeft(started: number, done: number, count: number): string {
  const minutes = ((performance.now() - started) / 60_000 / done) * (count - done);
  return done === 0 ? "" : `, about ${Math.ceil(minutes)} minutes left`;
}
