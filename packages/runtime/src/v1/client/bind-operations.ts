import type { Transport } from "./transport.ts";

/** Operations bound to a transport: the same functions without their first parameter, `transport`. */
export type BoundOperations<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    transport: Transport,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Binds the operations of a module to a transport. */
export function bindOperations<Operations extends object>(
  transport: Transport,
  operations: Operations,
): BoundOperations<Operations> {
  const bound = Object.entries(operations).map(([name, operation]) => [
    name,
    (...rest: unknown[]) => operation(transport, ...rest),
  ]);
  // `Object.fromEntries` loses the names. They are those of `operations`.
  return Object.fromEntries(bound) as BoundOperations<Operations>;
}
