import type * as z from "zod";

/** A Zod schema for values of type `T`, which it returns unchanged. */
export interface Schema<T> extends z.ZodType<T, T> {}

/** The schemas of an object's properties by name. */
export type Shape<T> = { readonly [K in keyof T]-?: Property<T, K> };

type Property<T, K extends keyof T> = undefined extends T[K]
  ? z.ZodOptional<Schema<Exclude<T[K], undefined>>>
  : Schema<T[K]>;

/** The properties of `T`, extended or replaced by the properties of a shape. */
type Extended<T, S extends z.core.$ZodLooseShape> = Omit<T, keyof S> & z.output<z.ZodObject<S>>;

/** The names in a mask of properties, such as `{ name: true }`. */
type Mask<T> = { readonly [K in keyof T]?: true };
type Masked<T, M> = keyof M & keyof T;

/** A Zod schema for objects of type `T`: a `z.ZodObject` with a type that contains only the document's properties. */
export interface ObjectSchema<T> extends Schema<T> {
  readonly shape: Shape<T>;
  /** Adds properties. A property that exists already is replaced. */
  extend<S extends z.core.$ZodLooseShape>(shape: S): ObjectSchema<Extended<T, S>>;
  safeExtend<S extends z.core.$ZodLooseShape>(shape: S): ObjectSchema<Extended<T, S>>;
  pick<M extends Mask<T>>(mask: M): ObjectSchema<Pick<T, Masked<T, M>>>;
  omit<M extends Mask<T>>(mask: M): ObjectSchema<Omit<T, Masked<T, M>>>;
  partial(): ObjectSchema<Partial<T>>;
  partial<M extends Mask<T>>(
    mask: M,
  ): ObjectSchema<Omit<T, Masked<T, M>> & Partial<Pick<T, Masked<T, M>>>>;
  required(): ObjectSchema<Required<T>>;
  required<M extends Mask<T>>(
    mask: M,
  ): ObjectSchema<Omit<T, Masked<T, M>> & Required<Pick<T, Masked<T, M>>>>;
  keyof(): Schema<keyof T & string>;
  /** Unknown properties are refused. */
  strict(): ObjectSchema<T>;
  /** Unknown properties are removed from the result. */
  strip(): ObjectSchema<T>;
  /** Unknown properties are kept. */
  loose(): ObjectSchema<T>;
}
