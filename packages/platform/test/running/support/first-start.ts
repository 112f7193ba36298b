import { expect, vi } from "vitest";
import { prepareDataDirectory } from "../../../src/testing/pglite-snapshot.ts";
import { type PlatformProcess, startProcess } from "./platform-process.ts";

/** Starts a service on a new data directory. Returns it with the key that it printed. */
export async function startFirst(
  data: string,
): Promise<{ readonly service: PlatformProcess; readonly key: string }> {
  await prepareDataDirectory(data);
  const service = await startProcess({ PLATFORM_DATA: data });
  // expect.poll cannot be used here: vitest allows it only within tests.
  await vi.waitFor(() => expect(service.text()).toContain("Ctrl+C stops it."), { timeout: 10_000 });
  return { service, key: /ak_[\w-]{32}/.exec(service.text())?.[0] ?? "" };
}
