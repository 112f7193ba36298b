/**
 * Returns a function that tells whether a query has these pairs. Generated code calls it only for paths with a query, such as
 * `/items?kind=new`. A pair without a value allows any.
 */
export function hasPairs(
  pairs: readonly (readonly [name: string, value?: string])[],
): (query: string) => boolean {
  return (query) => {
    const found = new URLSearchParams(query);
    return pairs.every(([name, value]) =>
      value === undefined ? found.has(name) : found.getAll(name).includes(value),
    );
  };
}
