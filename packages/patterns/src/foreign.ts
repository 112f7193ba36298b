/**
 * Thrown when a pattern contains a construct whose meaning in ECMA-262 is not certain. The message names the construct
 * and the reason.
 */
export class Foreign extends Error {}

/** Rejects a pattern. The reason ends a sentence: "… is not enforced: `\h` is a space in Perl." */
export function rejectForeign(reason: string): never {
  throw new Foreign(reason.length <= maximumLength ? reason : `${reason.slice(0, maximumLength)}…`);
}

/** Reasons quote the pattern, which may have megabytes. */
const maximumLength = 200;
