/** The code of an error of Node, of the system or of a library: `ENOENT`, or `42501` of PostgreSQL. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Takes a missing file for nothing; @throws every other error */
export function ignoreMissingFile(error: unknown): undefined {
  if (readErrorCode(error) !== "ENOENT") {
    throw error;
  }
  return undefined;
}
