import type { Diagnostic } from "../../diagnostic.ts";
import { isObject } from "../../json-object.ts";
import { isLossCode, lossCodes } from "../../loss.ts";
import { askDidYouMean } from "../../text/nearest.ts";
import { escapeSegment } from "../../text/pointer.ts";
import { keepAsGiven } from "./kinds.ts";
import type { Setting, SettingProblem } from "./setting.ts";

/**
 * The losses that a team accepts, and the losses that make `generate` fail. An entry is the code of a loss, such as
 * `format-not-enforced`; a code with a detail, such as `format-not-enforced:int32`; or `all`. Accepted losses never
 * fail, so `failOn: [all]` fails for every loss that is not accepted.
 */
export interface LossSettings {
  readonly accept?: readonly string[];
  readonly failOn?: readonly string[];
}

/**
 * The setting `losses`. It belongs to a team and not to a single run, so it has no flag and only `redocly.yaml` can set
 * it.
 */
export const lossSetting: Setting<LossSettings> = {
  flags: [],
  check: checkLossSettings,
  resolve: keepAsGiven,
  listWords: () => [],
};

function checkLossSettings(value: unknown): readonly SettingProblem[] {
  if (!isObject(value)) {
    return [{ pointer: "", message: "The value of `losses` is not valid.", fix: howToWrite }];
  }
  return Object.entries(value).flatMap(([key, entries]) => {
    const pointer = `/${escapeSegment(key)}`;
    if (!lists.includes(key)) {
      const fix = `${askDidYouMean(key, lists)}Use ${lists.join(" or ")}.`;
      return [{ pointer, message: `\`losses\` has no setting \`${key}\`.`, fix }];
    }
    return Array.isArray(entries)
      ? entries.flatMap((entry, index) => checkEntry(entry, `${pointer}/${index}`))
      : [{ pointer, message: `The value of \`${key}\` is not valid.`, fix: howToWrite }];
  });
}

/** Returns whether an entry of such a list matches a loss. */
export function namesLoss(entry: string, { code, detail }: Diagnostic): boolean {
  return entry === "all" || entry === code || entry === `${code}:${detail}`;
}

const lists = ["accept", "failOn"];

const howToWrite =
  "Write lists of codes of losses, such as `accept: [format-not-enforced:int32]` and `failOn: [all]`.";

function checkEntry(entry: unknown, pointer: string): readonly SettingProblem[] {
  const [code = ""] = typeof entry === "string" ? entry.split(":") : [];
  if (code === "all" || isLossCode(code)) {
    return [];
  }
  const fix = `${askDidYouMean(code, lossCodes)}The codes are ${lossCodes.join(", ")} and all.`;
  return [{ pointer, message: `\`${String(entry)}\` is not the code of a loss.`, fix }];
}
