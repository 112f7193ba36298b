/** The steps that a search may still take. A million steps take about a tenth of a second. */
export interface Steps {
  left: number;
}

/** Thrown when all steps are used up. */
export const outOfSteps: unique symbol = Symbol("out of steps");

/** Subtracts one step, or several for more work. */
export function take(steps: Steps, count = 1): void {
  steps.left -= count;
  if (steps.left < 0) {
    throw outOfSteps;
  }
}
