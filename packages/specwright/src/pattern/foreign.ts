/** Thrown where a pattern has a construct whose meaning in ECMA-262 is not certain; the message says which and why. */
export class Foreign extends Error {}

/** Gives up a pattern, with the reason as the end of a sentence: "… is not enforced: `\h` is a space in Perl." */
export function foreign(reason: string): never {
  throw new Foreign(reason.length <= maximumLength ? reason : `${reason.slice(0, maximumLength)}…`);
}

/** Reasons name what stands in the pattern, which may be megabytes. */
const maximumLength = 200;
