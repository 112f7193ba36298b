import type * as z from "zod/mini";

/** A schema of Zod Mini for values of type `T`, which it returns unchanged. */
export interface Schema<T> extends z.ZodMiniType<T, T> {}

/** The schemas of an object's properties by name. */
export type Shape<T> = { readonly [K in keyof T]-?: MiniProperty<T, K> };

type MiniProperty<T, K extends keyof T> = undefined extends T[K]
  ? z.ZodMiniOptional<Schema<Exclude<T[K], undefined>>>
  : Schema<T[K]>;

/**
 * A schema of Zod Mini for objects of type `T`. Functions such as `z.extend` take it.
 *
 * @example
 * ```ts
 * import * as z from "zod/mini";
 * import { NoteInput } from "./generated/validators/index.js";
 *
 * const Draft = z.extend(NoteInput, { isPinned: z.boolean() });
 * ```
 */
export interface ObjectSchema<T>
  extends z.ZodMiniType<T, T, MiniObjectInternals<T>>,
    z.core.$ZodType<T, T, MiniObjectInternals<T>> {
  readonly shape: Shape<T>;
}

type ObjectInternals<T> = z.core.$ZodObjectInternals<Shape<T>, z.core.$strip>;

/** Without what `z.infer` reads: the document's type, which is exact where one of the shape would not be. */
interface MiniObjectInternals<T> extends Omit<ObjectInternals<T>, "output" | "input"> {
  readonly output: T;
  readonly input: T;
}
