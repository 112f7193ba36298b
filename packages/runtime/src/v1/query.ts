/**
 * The functions behind the target `query`: options of TanStack Query over the operations of a generated client, and the
 * same for SWR. This module does not import either library.
 */

export type { PaginationDefinition } from "./client/answers/pages.ts";
export type { Transport } from "./client/transport.ts";
export { buildFollowedQuery } from "./query/build-followed-query.ts";
export { buildInfiniteQuery } from "./query/build-infinite-query.ts";
export { buildKey } from "./query/build-key.ts";
export { buildMutation } from "./query/build-mutation.ts";
export { buildQuery } from "./query/build-query.ts";
export { buildStreamedQuery } from "./query/build-streamed-query.ts";
export { matchInput } from "./query/match-input.ts";
export { type SwrQuery, toSwr } from "./query/to-swr.ts";
export { type SwrInfiniteQuery, toSwrInfinite } from "./query/to-swr-infinite.ts";
export { type SwrMutation, toSwrMutation } from "./query/to-swr-mutation.ts";
export type {
  InputMember,
  LinkedPage,
  MutationVariables,
  QueryCallOptions,
  QueryContext,
  QueryData,
  QueryFailure,
  StreamItem,
} from "./query/types.ts";
