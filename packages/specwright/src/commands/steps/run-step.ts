import type { Step } from "./step.ts";

/** Runs one step of a command and reports its progress. */
export type RunStep = <Result>(name: Step["name"], detail: string, work: () => Result) => Result;

/** Makes the function that runs the steps of a command. */
export function createRunStep(onStep: (step: Step) => void = () => {}): RunStep {
  return (name, detail, work) => {
    const start = performance.now();
    onStep({ name, detail, state: "started" });
    let state: Step["state"] = "failed";
    try {
      const result = work();
      state = "done";
      return result;
    } finally {
      onStep({ name, detail, state, milliseconds: performance.now() - start });
    }
  };
}
