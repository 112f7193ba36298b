import { styleText } from "node:util";

/** Prints the tasks of a command with their times, one line per task. On a terminal a line is updated in place. */
export interface Tasks {
  /** Runs a task. Prints its title, its time, and the short result that `work` may return. */
  run<T>(title: string, work: () => Promise<T>, result?: (value: T) => string): Promise<T>;
}

/** Creates the task list of a command. It is printed to `output`, by default standard error. */
export function createTasks(output: NodeJS.WriteStream = process.stderr): Tasks {
  return {
    async run(title, work, result) {
      const started = performance.now();
      if (output.isTTY) {
        output.write(`  ${title} …`);
      }
      try {
        const value = await work();
        const note = result?.(value);
        finish(output, "✓", "green", title, started, note);
        return value;
      } catch (error) {
        finish(output, "✗", "red", title, started, undefined);
        throw error;
      }
    },
  };
}

function finish(
  output: NodeJS.WriteStream,
  mark: string,
  colour: "green" | "red",
  title: string,
  started: number,
  note: string | undefined,
): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const text = `${title}${note ? `: ${note}` : ""} (${seconds} s)`;
  if (output.isTTY) {
    output.write(`\r\u001b[2K${styleText(colour, mark)} ${text}\n`);
  } else {
    output.write(`${mark} ${text}\n`);
  }
}
