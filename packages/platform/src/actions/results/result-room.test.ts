import { expect, test } from "vitest";
import { PlatformError } from "../../base/errors.ts";
import { countJsonBytes } from "../../base/sharing/fit-answer.ts";
import type { Services } from "../services.ts";
import { createResultRoom } from "./result-room.ts";

test("results that are cut at the same time share the limit, even when the disk is full", async () => {
  const services = {
    platform: { quotas: {} },
    disk: {
      assertRoom: async () => {
        throw new PlatformError("Server_DiskFull");
      },
      reportFull: (error: unknown) => error,
    },
    warn: () => {},
  } as unknown as Services;
  const caller = { projectId: "proj_a" } as Parameters<typeof createResultRoom>[1];
  const limit = 8_000;
  const room = createResultRoom(services, caller, { reader: "session a", limit });
  const names = Array.from({ length: 30 }, (_, index) => `${"member".repeat(12)}_${index}`);
  const data = Object.fromEntries(names.map((name) => [name, "a".repeat(1_000)]));
  const about = { toolkitSlug: "bulky", toolSlug: "BULKY_LIST", userId: undefined };
  const cut = await Promise.all(Array.from({ length: 4 }, () => room.fit({ data, ...about })));
  expect(cut).toEqual(Array(4).fill(expect.objectContaining({ truncated: true, handle: null })));
  // Without room, each still has its smallest summary.
  expect(countJsonBytes(cut)).toBeLessThan(limit + 4 * 500);
});
