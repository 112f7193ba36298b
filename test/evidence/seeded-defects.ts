import type { SeededDefect } from "./seeded/defect.ts";
import { defectsOfWalls, defectsOfWork } from "./seeded/platform.ts";
import { defectsOfPrinting } from "./seeded/printing.ts";
import { defectsOfReading } from "./seeded/reading.ts";
import { defectsOfRuntime } from "./seeded/runtime.ts";

/**
 * Mistakes that people make, put in by hand. `npm run test:seeded` puts each into a copy of the work tree, one at a time, and runs
 * the tests that catch it. When a test is moved or removed, the list says what it caught.
 */
export const seededDefects: readonly SeededDefect[] = [
  ...defectsOfReading,
  ...defectsOfPrinting,
  ...defectsOfRuntime,
  ...defectsOfWalls,
  ...defectsOfWork,
];
