import { expect, test, vi } from "vitest";
import * as z from "zod";
import runtime from "../../packages/runtime/package.json" with { type: "json" };
import { testSuite } from "./support/suite-tests.ts";

// Every import of Zod, including the runtime's, resolves to the lowest version that the runtime allows.
vi.mock("zod", () => import("zod-lowest"));
vi.mock("zod/v4/core", () => import("zod-lowest/v4/core"));

test("the validators work with the lowest Zod of the peer range", () => {
  const { major, minor, patch } = z.core.version;
  expect(runtime.peerDependencies.zod).toBe(`^${major}.${minor}.${patch}`);
});

testSuite();
