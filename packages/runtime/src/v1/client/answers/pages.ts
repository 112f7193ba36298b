import type { CallInput } from "../operation.ts";
import type { CallOptions, Transport } from "../transport.ts";

/**
 * The places of a list's cursor, page and items (`x-pagination`). Paths are lists of property names. Without `cursor`,
 * `page` and `offset`, the answers have the URLs of further pages: see `followedPages`.
 */
export interface PaginationDefinition {
  readonly items: readonly string[];
  /** The cursor's path in the input, such as `["cursor"]` or `["body", "cursor"]`. */
  readonly cursor?: readonly string[];
  /** Into the answer: the next cursor, or the next URL. */
  readonly next?: readonly string[];
  /** Into the last item: the next cursor. */
  readonly last?: readonly string[];
  /** Into the input: the number of the page. */
  readonly page?: readonly string[];
  /** Into the input: the number of items before the page. */
  readonly offset?: readonly string[];
  /** The first page or offset, unless that is 1 or 0. */
  readonly first?: number;
  /** Into the answer. */
  readonly totalPages?: readonly string[];
  /** Into the answer: the number of items of all pages. */
  readonly total?: readonly string[];
  /** Into the answer: true when there are further pages. */
  readonly more?: readonly string[];
  /**
   * The path of the idempotency key in the input. The caller's key is sent with the first page only, because the
   * requests for further pages differ.
   */
  readonly idempotencyKey?: readonly string[];
}

type Step = (transport: Transport, input: CallInput, options?: CallOptions) => Promise<unknown>;

/** The type of the items of a page. */
export type PageItem<Page, Path extends readonly string[]> = Path extends readonly [
  infer Key,
  ...infer Rest extends readonly string[],
]
  ? Key extends keyof NonNullable<Page>
    ? PageItem<NonNullable<Page>[Key], Rest>
    : unknown
  : NonNullable<Page> extends readonly (infer Item)[]
    ? Item
    : unknown;

/**
 * Every page of a list, requested when the loop asks for it. It begins at the cursor, page or offset of the input, by
 * default at the first. A list with cursors ends at an answer without a next cursor, a list with page numbers or offsets
 * at its last page or at an empty one.
 *
 * @throws what the operation throws; Error when an answer's next cursor is the cursor of its own request, because such
 * a list would never end
 */
export async function* pages(
  operation: Step,
  definition: PaginationDefinition,
  transport: Transport,
  input: CallInput = {},
  options?: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  let position = findFirstPosition(input, definition);
  let rest = input;
  for (;;) {
    const answer = await operation(transport, placePosition(rest, definition, position), options);
    yield answer;
    rest = withoutKey(input, definition);
    const next = findNextPosition(answer, definition, position);
    if (next === undefined) {
      return;
    }
    if (next === position) {
      throw new Error(`The list returned the same cursor twice: ${JSON.stringify(next)}`);
    }
    position = next;
  }
}

/** The cursor or number with which a list begins. Undefined for the first page of a list with cursors. */
export function findFirstPosition(input: CallInput, definition: PaginationDefinition): unknown {
  const { cursor, page, first = page ? 1 : 0 } = definition;
  const position = followPath(input, positionPath(definition));
  return cursor ? position : Number(position ?? first);
}

/** The input for the page at a position. */
export function placePosition(
  input: CallInput,
  definition: PaginationDefinition,
  position: unknown,
): CallInput {
  return position === undefined
    ? input
    : (put(input, positionPath(definition), position) as CallInput); // Still an object.
}

/** The input without the caller's idempotency key, which is for the first page only. */
export function withoutKey(input: CallInput, { idempotencyKey }: PaginationDefinition): CallInput {
  return idempotencyKey === undefined
    ? input
    : (put(input, idempotencyKey, undefined) as CallInput); // Still an object.
}

/**
 * The cursor or the number of the page after an answer. Undefined after the last page.
 *
 * @param position the cursor or number with which the answer was requested
 * @throws TypeError when the items have to be counted and the answer has another value in their place
 */
export function findNextPosition(
  answer: unknown,
  definition: PaginationDefinition,
  position: unknown,
): unknown {
  const { cursor, page, first = page ? 1 : 0, last, more, total, totalPages } = definition;
  if (more && !followPath(answer, more)) {
    return undefined;
  }
  if (cursor && !last) {
    return findNextValue(answer, definition);
  }
  const list = readPageItems(answer, definition);
  if (last) {
    return unlessEmpty(followPath(list.at(-1), last));
  }
  const next = Number(position) + (page ? 1 : list.length);
  const count = page ? totalPages : total;
  const all = count && followPath(answer, count);
  const goesOn = typeof all === "number" ? next < all + first : more || list.length > 0;
  // An offset that stays the same would be asked for again and again.
  return goesOn && next !== position ? next : undefined;
}

/** The next cursor or URL of an answer. Undefined when it is null, an empty text, or absent. */
export function findNextValue(answer: unknown, { next = [] }: PaginationDefinition): unknown {
  return unlessEmpty(followPath(answer, next));
}

function unlessEmpty(value: unknown): unknown {
  return value === null || value === "" ? undefined : value;
}

function positionPath({ cursor, page, offset }: PaginationDefinition): readonly string[] {
  return cursor ?? page ?? offset ?? [];
}

/**
 * Every item of a list, page by page. A page that has no list, or null, has no items.
 *
 * @throws what `pages` throws; TypeError when a page has another value in the place of its list
 */
export async function* items(
  operation: Step,
  definition: PaginationDefinition,
  transport: Transport,
  input?: CallInput,
  options?: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  for await (const page of pages(operation, definition, transport, input, options)) {
    yield* readPageItems(page, definition);
  }
}

/**
 * The items of a page. None when it has no list, or null.
 *
 * @throws TypeError when it has another value in the place of its list
 */
export function readPageItems(page: unknown, definition: PaginationDefinition): readonly unknown[] {
  const list = followPath(page, definition.items) ?? [];
  if (!Array.isArray(list)) {
    throw new TypeError(
      `The page has no list at ${definition.items.join(".")}, but ${typeof list}`,
    );
  }
  return list;
}

function followPath(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    found =
      typeof found === "object" && found !== null && Object.hasOwn(found, key)
        ? // An object that has this member itself.
          (found as CallInput)[key]
        : undefined;
  }
  return found;
}

/** A copy of a value in which the member at a path is replaced. */
function put(value: unknown, [key, ...rest]: readonly string[], member: unknown): unknown {
  if (key === undefined) {
    return member;
  }
  const object = typeof value === "object" && value !== null ? (value as CallInput) : {}; // Checked before.
  return { ...object, [key]: put(object[key], rest, member) };
}
