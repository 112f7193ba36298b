/**
 * A failure that the user can do something about. It is shown as its message, without a stack, and ends the command with
 * exit code 1.
 */
export class Failure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Failure";
  }
}

/** Runs a command's main function and turns what it throws into a message and an exit code. */
export async function main(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof Failure) {
      console.error(`\n${error.message}`);
    } else {
      console.error("\nThis is a fault of the script, not of your input:\n", error);
    }
  }
}
