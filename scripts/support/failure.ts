/**
 * A failure that the user can fix. Only its message is printed, without a stack, and the command ends with exit code 1.
 */
export class Failure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Failure";
  }
}

/** Runs the main function of a command. Turns its errors into a message and an exit code. */
export async function main(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof Failure || isWrongOption(error)) {
      console.error(`\n${error.message}`);
    } else {
      console.error("\nThis is a fault of the script, not of your input:\n", error);
    }
  }
}

/** `parseArgs` of `node:util` throws these. */
function isWrongOption(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^ERR_PARSE_ARGS/.test(String(error.code));
}
