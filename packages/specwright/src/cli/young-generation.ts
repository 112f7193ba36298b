import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import type { Step } from "../commands/steps/step.ts";

/**
 * The size in bytes of one half of V8's young generation. It is the default of Node 20 and 22; larger sizes were not
 * faster.
 */
const limit = 16 * 1024 * 1024;

/**
 * Major versions of Node whose young generation grows to two halves of 64 MB. A generator keeps most of its objects, so
 * these halves are filled with objects that are also stored elsewhere: a quarter of all memory for GitHub's document.
 * The effect of the flag in later versions is unknown, so they keep their default.
 */
const affected: ReadonlySet<string> = new Set(["23", "24", "25", "26"]);

/**
 * Keeps the young generation of this process at two halves of 16 MB, or at its current size if that is larger. Node's
 * flag only works when Node starts, and a restart would take longer than it saves. So this function makes the
 * generation grow to its final size immediately, with objects that survive a collection, and then stops its growth.
 */
export function limitYoungGeneration(): void {
  const [major = ""] = process.versions.node.split(".");
  const size = readYoungHalf();
  if (!affected.has(major) || size === undefined) {
    return;
  }
  if (size < limit) {
    setFlagsFromString(`--semi-space-growth-factor=${Math.round(limit / size)}`);
    const survivors: number[][] = [];
    // Fewer objects than this have to survive. The limit is for a V8 that does not grow in this way.
    while ((readYoungHalf() ?? limit) < limit / 2 && survivors.length < 256) {
      survivors.push(Array<number>(8192).fill(0));
    }
  }
  setFlagsFromString("--semi-space-growth-factor=1");
}

/** Restores the flag that `limitYoungGeneration` sets, to V8's default. */
export function resetYoungGeneration(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
}

/**
 * Calls `limitYoungGeneration` when a step that needs much memory begins. Commands with nothing to do save these
 * milliseconds.
 */
export function limitMemoryWhenNeeded(
  onStep: (step: Step) => void = () => {},
): (step: Step) => void {
  return (step) => {
    if (step.state === "started" && step.name === "read") {
      limitYoungGeneration();
    }
    onStep(step);
  };
}

/** The size of a half at present. */
function readYoungHalf(): number | undefined {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return space && space.space_used_size + space.space_available_size;
}
