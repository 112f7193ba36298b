import type { Change } from "../compare/change.ts";

/**
 * Why a change of values may break something although no value shows it. Each kind for which validators cannot find a value
 * has its own reason.
 */
export function explainUncertain({ kind }: Change): string {
  const name = kind.replace(/^(?:request|response)-/, "");
  const own = reasons.find(([pattern]) => pattern.test(name))?.[1];
  return own ?? (kind.startsWith("response-") ? noAnswer : noRequest);
}

/** The reason of changes for which no work was left. */
export const notLookedFor =
  "No example was looked for, because too many changes come before this one.";

/** The reason of changes that look harmless, below a schema that refuses what fits a part of it. */
export const reversed =
  "What fits a part here can be refused as a whole (`oneOf`, `not`, `if`, `unevaluated…`). No such value was found, and none could be ruled out.";
/** The reason of changes that no request shows. */
export const noRequest =
  "No request was found that the old document allows and the new one refuses, and none could be ruled out.";
/** The reason of changes of types for which no statement was found. */
export const noStatement =
  "No statement was found that compiles against the old client and types and not against the new ones.";
/** The reason of changes of types that only code notices that handles every case. */
export const everyCase =
  "Code that handles every case, such as a `switch` without `default`, may not compile any more.";
const noAnswer =
  "No answer was found that the new document allows and the old one refuses, and none could be ruled out.";

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^content-/, "Programs decode the text by it, and validators do not look into the text."],
  [/^xml-/, "Programs read and write the XML by it, and validators judge values only."],
  [/^default-/, "A request without the value is still accepted, and means something else."],
  [
    /^(?:discriminator|mapping)-/,
    "Programs choose the alternative by it, and validators accept a value that fits any one.",
  ],
  [
    /^property-became-one-way$/,
    "Programs may rely on the property, and validators do not require it.",
  ],
  [/^format-/, "A server may check the format, and validators do not know it."],
];
