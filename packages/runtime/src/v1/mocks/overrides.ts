/** Some members of a value, also in depth. Items of a list are completed one by one; undefined leaves a member out. */
export type Overrides<T> = T extends string | number | boolean | bigint | symbol | null | undefined
  ? T
  : T extends Blob | ReadableStream | Uint8Array | Date | { readonly [Symbol.toStringTag]: string }
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Overrides<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]?: Overrides<T[Key]> | undefined }
        : T;
