import type { CallInput } from "../operation.ts";
import type { CallOptions, Transport } from "../transport.ts";

/** The places of a list's cursor, page and items (`x-pagination`). Paths are lists of property names. */
export interface PaginationDefinition {
  readonly items: readonly string[];
  /** The cursor's path in the input, such as `["cursor"]` or `["body", "cursor"]`. */
  readonly cursor?: readonly string[];
  /** Into the answer. */
  readonly next?: readonly string[];
  /** Into the input. */
  readonly page?: readonly string[];
  /** Into the answer. */
  readonly totalPages?: readonly string[];
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
 * Every page of a list, requested when the loop asks for it. It begins at the cursor or page of the input, by default
 * at the first. A list with cursors ends at an answer without a next cursor, a list with page numbers at its last page
 * or at an empty one.
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
  const { cursor, page, idempotencyKey } = definition;
  const target = cursor ?? page ?? [];
  let position: unknown = followPath(input, target);
  if (page !== undefined && cursor === undefined) {
    position = Number(position ?? 1);
  }
  let rest: unknown = input;
  for (;;) {
    const asked = position === undefined ? rest : put(rest, target, position);
    const answer = await operation(transport, asked as CallInput, options); // Still an object.
    yield answer;
    rest = idempotencyKey === undefined ? input : put(input, idempotencyKey, undefined);
    const next =
      cursor === undefined
        ? findNextPage(answer, definition, Number(position))
        : followPath(answer, definition.next ?? []);
    if (next === undefined || next === null || next === "") {
      return;
    }
    if (next === position) {
      throw new Error(`The list returned the same cursor twice: ${JSON.stringify(next)}`);
    }
    position = next;
  }
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

function readPageItems(page: unknown, definition: PaginationDefinition): readonly unknown[] {
  const list = followPath(page, definition.items) ?? [];
  if (!Array.isArray(list)) {
    throw new TypeError(
      `The page has no list at ${definition.items.join(".")}, but ${typeof list}`,
    );
  }
  return list;
}

function findNextPage(
  answer: unknown,
  definition: PaginationDefinition,
  page: number,
): number | undefined {
  const total = definition.totalPages && followPath(answer, definition.totalPages);
  const more =
    typeof total === "number" ? page < total : readPageItems(answer, definition).length > 0;
  return more ? page + 1 : undefined;
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
