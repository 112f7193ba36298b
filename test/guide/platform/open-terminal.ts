import { spawn } from "node:child_process";

/** A shell that stays open for a page, as a reader's does: variables and functions of one script are there in the next. */
export interface Terminal {
  /** Runs a script to its end or to its first command that fails. Returns what it printed. */
  run(script: string): Promise<{ readonly failed: boolean; readonly output: string }>;
  close(): void;
}

/** Ends the output of a script. */
const mark = "\u0001";

/** @param onText receives each piece of output as it comes */
export function openTerminal(
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  onText: (text: string) => void,
): Terminal {
  const shell = spawn("sh", ["-e"], { ...options, stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  let notice = (): void => {};
  let hasEnded = false;
  shell.stdout.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
    onText(piece);
    notice();
  });
  shell.once("close", () => {
    hasEnded = true;
    notice();
  });
  return {
    run: async (script) => {
      if (hasEnded) {
        return { failed: true, output: "An earlier script of the page has failed." };
      }
      text = "";
      const ended = new Promise<void>((resolve) => {
        notice = () => {
          if (hasEnded || text.includes(mark)) {
            resolve();
          }
        };
      });
      // What a script starts does not read the scripts that follow.
      shell.stdin.write(`{ :\n${script}\n} </dev/null 2>&1\nprintf '\\001'\n`);
      await ended;
      return { failed: hasEnded, output: text.replace(mark, "") };
    },
    close: () => shell.stdin.end(),
  };
}
