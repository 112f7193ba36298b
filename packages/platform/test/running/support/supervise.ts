import { type PlatformProcess, startProcess } from "./platform-process.ts";

/** Starts a process as a supervisor does: one that ends because PostgreSQL was away is started again. */
export async function supervise(
  environment: Readonly<Record<string, string>>,
): Promise<PlatformProcess> {
  for (let left = 5; left > 0; left -= 1) {
    const started = await startProcess(environment).catch(() => undefined);
    if (started !== undefined) {
      return started;
    }
  }
  return await startProcess(environment);
}
