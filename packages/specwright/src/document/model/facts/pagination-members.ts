import type { Pagination } from "../model.ts";

/** The types of `x-pagination`: how the further pages of a list are asked for. */
export const paginationTypes: readonly Pagination["type"][] = [
  "cursor",
  "page",
  "offset",
  "link",
  "url",
];

/** The members of `x-pagination`, as documents write them. All are texts. */
export const paginationMembers = [
  "type",
  "items",
  "cursor",
  "next",
  "last",
  "page",
  "offset",
  "total_pages",
  "total",
  "more",
  "limit",
] as const;

/** `x-pagination` as documents and settings write it. */
export type WrittenPagination = {
  readonly [Member in Exclude<(typeof paginationMembers)[number], "type">]?: string;
} & { readonly type?: Pagination["type"] };
