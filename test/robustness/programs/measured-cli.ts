import { runCli } from "../../../packages/specwright/src/cli/index.ts";

// Runs the command line, and reports at the end its peak memory, its time, and its processor time.
process.exitCode = await runCli(process.argv.slice(2));
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const processor = Math.round((userCPUTime + systemCPUTime) / 1000);
process.stderr.write(
  `\nused ${Math.round(maxRSS / 1024)} MB ${Math.round(performance.now())} ms, ${processor} ms of the processor\n`,
);
