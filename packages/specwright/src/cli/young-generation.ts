import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import type { Step } from "../commands/step.ts";

/** Bytes of a half of V8's young generation. Node 20 and 22 have it by default; larger ones made nothing faster. */
const limit = 16 * 1024 * 1024;

/**
 * Majors of Node whose young generation grows to two halves of 64 MB. A generator that keeps most of its objects fills them
 * with objects that it holds elsewhere already: a quarter of all memory for GitHub's document. The effect of the flag in
 * later versions is unknown, so they keep their default.
 */
const affected: ReadonlySet<string> = new Set(["23", "24", "25", "26"]);

/**
 * Keeps the young generation of this process at two halves of 16 MB, or at its size if that is larger. Node's flag only
 * counts at the start of Node, and a restart takes longer than it saves. So the generation is made to grow to its final size
 * at once, by objects that survive a collection, and is fixed there.
 */
export function limitYoungGeneration(): void {
  const [major = ""] = process.versions.node.split(".");
  const size = youngHalf();
  if (!affected.has(major) || size === undefined) {
    return;
  }
  if (size < limit) {
    setFlagsFromString(`--semi-space-growth-factor=${Math.round(limit / size)}`);
    const survivors: number[][] = [];
    // Less than its size has to survive; the bound is for a V8 that does not grow by this.
    while ((youngHalf() ?? limit) < limit / 2 && survivors.length < 256) {
      survivors.push(Array<number>(8192).fill(0));
    }
  }
  setFlagsFromString("--semi-space-growth-factor=1");
}

/** Does so when a step that takes memory begins: commands that find nothing to do are spared the milliseconds. */
export function withinMemory(onStep: (step: Step) => void = () => {}): (step: Step) => void {
  return (step) => {
    if (step.state === "started" && step.name === "read") {
      limitYoungGeneration();
    }
    onStep(step);
  };
}

/** The size of a half at present. */
function youngHalf(): number | undefined {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return space && space.space_used_size + space.space_available_size;
}
