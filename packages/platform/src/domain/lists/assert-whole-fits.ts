import { PlatformError } from "../../base/errors.ts";
import { takeFitting } from "../../base/sharing/fit-answer.ts";

/**
 * Returns a list that has no pages, if it fits into one answer. Some 60,000 slugs do.
 *
 * @param paged the operation that lists the same in pages
 * @throws PlatformError `Validation_Failed` when the list is too long
 */
export function assertWholeFits<Item>(items: readonly Item[], paged: string): Item[] {
  const fitting = takeFitting(items);
  if (fitting.length < items.length) {
    throw new PlatformError("Validation_Failed", {
      errors: [`the answer would have more than 4 MB; use \`${paged}\`, which has pages`],
    });
  }
  return fitting;
}
