import { groupBy } from "../../../group-by.ts";
import { escapeString } from "../escape/string.ts";
import { fits, indentDeeper } from "./layout.ts";

/** Statuses of an operation that have the same content. */
export interface StatusGroup<Content> {
  readonly statuses: readonly [string, ...string[]];
  readonly content: Content;
}

/** Fewer statuses are easier to read one by one. */
const leastStatuses = 3;

/**
 * Puts statuses with the same content together, if there are at least three of them. All others are groups of one.
 *
 * @param describe a text that is equal for equal contents; undefined for a content that stays alone
 */
export function groupStatuses<Content>(
  contents: Iterable<readonly [status: string, content: Content]>,
  describe: (content: Content) => string | undefined,
): readonly StatusGroup<Content>[] {
  const all = [...contents].map(([status, content]) => ({
    status,
    content,
    key: describe(content),
  }));
  const byKey = groupBy(all, ({ key }) => key);
  return all.flatMap(({ status, content, key }): StatusGroup<Content>[] => {
    const same = key === undefined ? [] : (byKey.get(key) ?? []).map((each) => each.status);
    const [first = status, ...rest] = same.length < leastStatuses ? [status] : same;
    return first === status ? [{ statuses: [first, ...rest], content }] : [];
  });
}

/** The statuses as literals of JavaScript and TypeScript: `400`, `"default"`. */
export function printStatuses({ statuses }: StatusGroup<unknown>): readonly string[] {
  return statuses.map((status) => (/^[1-9]\d\d$/.test(status) ? status : escapeString(status)));
}

/**
 * A call of the function `sameFor` of the generated module, which makes an object with the same content for each status.
 *
 * @param content its code, printed one level deeper than the line on which the call starts
 * @param before the text before the call on its line
 */
export function printSameFor(
  group: StatusGroup<unknown>,
  content: string,
  indent: string,
  before = "...",
): string {
  const statuses = `[${printStatuses(group).join(", ")}]`;
  const line = `sameFor(${statuses}, ${content})`;
  const inside = indentDeeper(indent);
  return fits(indent, before, line, ",")
    ? line
    : `sameFor(\n${inside}${statuses},\n${inside}${content},\n${indent})`;
}
