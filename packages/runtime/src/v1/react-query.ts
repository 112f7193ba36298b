/**
 * Hooks of TanStack Query by method and path, over `createClient`. The packages react and @tanstack/react-query have to
 * be installed.
 */

export { createQueryHooks } from "./query/create-query-hooks.ts";
export type {
  MethodResponse,
  OpenapiQueryClient,
  QueryKey,
  QueryOptionsFunction,
  UseInfiniteQueryMethod,
  UseMutationMethod,
  UseQueryMethod,
  UseSuspenseQueryMethod,
} from "./query/hook-types.ts";
