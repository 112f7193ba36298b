/** A mutation as generated code has it. */
export interface SwrMutation<Variables, Data> {
  readonly mutationKey: readonly unknown[];
  readonly mutationFn: (variables: Variables) => Promise<Data>;
}

/**
 * The arguments of `useSWRMutation` for a mutation: `trigger` takes the input of the operation.
 *
 * @example
 * ```ts
 * import { toSwrMutation } from "@specwright/runtime/v1/query";
 *
 * const mutation = {
 *   mutationKey: ["notes", "createNote"],
 *   mutationFn: async (input: { body: { text: string } }) => input.body.text,
 * };
 * // In a component: `const { trigger } = useSWRMutation(...toSwrMutation(createNoteMutation(transport)));`
 * const [key, fetcher] = toSwrMutation(mutation);
 * await fetcher(key, { arg: { body: { text: "Milk" } } }); // => "Milk"
 * ```
 */
export function toSwrMutation<Variables, Data>({
  mutationKey,
  mutationFn,
}: SwrMutation<Variables, Data>): [
  key: readonly unknown[],
  fetcher: (key: readonly unknown[], options: { readonly arg: Variables }) => Promise<Data>,
] {
  return [mutationKey, (_key, { arg }) => mutationFn(arg)];
}
