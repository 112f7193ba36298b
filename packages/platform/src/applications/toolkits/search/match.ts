/** How well a tool matches a query. */
export interface Match {
  readonly score: number;
  /** The part of the query's words that the tool has, from 0 to 1. Rare words count more. */
  readonly share: number;
}

/** The part of the query's words that a clear match has. */
const clearShare = 0.5;

/** How many times the second score a clear match has. */
const clearLead = 1.3;

/** True when the first of two matches, the best first, is a clear one. */
export function standsOut(first?: Match, second?: Match): boolean {
  return (
    first !== undefined &&
    first.share >= clearShare &&
    (second === undefined || first.score >= clearLead * second.score)
  );
}
