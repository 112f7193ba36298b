import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** The size of one half of the young generation, in megabytes, after many objects have survived in it. */
function readGrownHalf(before: string): number {
  const program = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { limitYoungGeneration } from "./young-generation.ts";
    ${before};
    const kept = [];
    for (let index = 0; index < 3_000_000; index++) kept.push({ index, list: [index] });
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    console.log((space.space_used_size + space.space_available_size) / 1024 / 1024);`;
  const args = ["-C", "source", "--input-type=module", "-e", program];
  const options = { cwd: import.meta.dirname, encoding: "utf8", stdio: "pipe" } as const;
  return Number(execFileSync(process.execPath, args, options));
}

test("the young generation stays at halves of 16 MB, where Node would let it grow to 64", () => {
  expect(readGrownHalf("")).toBeGreaterThan(32);
  const limited = readGrownHalf("limitYoungGeneration()");
  expect(limited).toBeGreaterThan(12);
  expect(limited).toBeLessThan(20);
});

test("asking again, as each run of --watch does, changes nothing", () => {
  const limited = readGrownHalf("limitYoungGeneration(); limitYoungGeneration()");
  expect(limited).toBeGreaterThan(12);
  expect(limited).toBeLessThan(20);
});
