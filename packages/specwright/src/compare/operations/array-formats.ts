import type { ArrayFormat } from "../../document/model/model.ts";

interface Formatted {
  readonly arrayFormat?: ArrayFormat;
}

/** The formats of lists before and after a change, as the values of its message. Undefined when they are the same. */
export function showFormats(
  { arrayFormat: before = "repeat" }: Formatted,
  { arrayFormat: after = "repeat" }: Formatted,
): { readonly before: string; readonly after: string } | undefined {
  return before === after ? undefined : { before, after };
}
