import type { Diagnostic } from "../../diagnostic.ts";
import { isLossCode, lossCodes } from "../../loss.ts";
import { askDidYouMean } from "../../text/nearest.ts";
import {
  type ObjectSetting,
  objectOf,
  reportInvalid,
  type Setting,
  type SettingProblem,
} from "./kinds.ts";

/**
 * The losses that a team accepts, and the losses that make `generate` fail. An entry is the code of a loss, such as
 * `format-not-enforced`; a code with a detail, such as `format-not-enforced:int32`; or `all`. Accepted losses never
 * fail, so `failOn: [all]` fails for every loss that is not accepted.
 */
export interface LossSettings {
  readonly accept?: readonly string[];
  readonly failOn?: readonly string[];
}

/** Returns whether an entry of such a list matches a loss. */
export function namesLoss(entry: string, { code, detail }: Diagnostic): boolean {
  return entry === "all" || entry === code || entry === `${code}:${detail}`;
}

const howToWrite =
  "Write lists of codes of losses, such as `accept: [format-not-enforced:int32]` and `failOn: [all]`.";

const entries: Setting<readonly string[]> = {
  check: (value, name) =>
    Array.isArray(value) ? value.flatMap(checkEntry) : [reportInvalid(name, howToWrite)],
};

/** The values of the setting `losses`. */
export const lossLists: ObjectSetting<LossSettings> = objectOf(
  { accept: entries, failOn: entries },
  [],
  howToWrite,
);

function checkEntry(entry: unknown, index: number): readonly SettingProblem[] {
  const [code = ""] = typeof entry === "string" ? entry.split(":") : [];
  const message = `\`${String(entry)}\` is not the code of a loss.`;
  const fix = `${askDidYouMean(code, lossCodes)}The codes are ${lossCodes.join(", ")} and all.`;
  return code === "all" || isLossCode(code) ? [] : [{ pointer: `/${index}`, message, fix }];
}
