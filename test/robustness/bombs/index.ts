import type { Bomb } from "./bomb.ts";
import { discoveryBombs } from "./discovery.ts";
import { doublingBombs } from "./doubling.ts";
import { fileBombs } from "./files.ts";
import { multitudeBombs } from "./multitudes.ts";
import { nestingBombs } from "./nesting.ts";
import { operationBombs } from "./operations.ts";
import { quantityBombs } from "./quantities.ts";
import { referenceBombs } from "./references.ts";
import { tagBombs } from "./tags.ts";
import { textBombs } from "./texts.ts";
import { yamlBombs } from "./yaml-bombs.ts";

/** All bombs, which try to exhaust the stack, the memory or the time. */
export const bombs: readonly Bomb[] = [
  ...nestingBombs,
  ...referenceBombs,
  ...doublingBombs,
  ...yamlBombs,
  ...textBombs,
  ...quantityBombs,
  ...operationBombs,
  ...tagBombs,
  ...multitudeBombs,
  ...fileBombs,
  ...discoveryBombs,
];
