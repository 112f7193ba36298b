/**
 * The declarations that `readWriteMarkers` adds to a file: the markers and, for each direction, a type that leaves out
 * the properties of the other direction. Their names and meaning are those of openapi-typescript.
 */
export const readWriteMarkers: readonly string[] = [
  `/** Only answers have it. */
export type $Read<T> = { readonly $read: T };

/** Only requests have it. */
export type $Write<T> = { readonly $write: T };

/** An object of a document. This excludes Date, which has functions, and primitives with a brand. */
type $Plain<T> =
  T extends string | number | bigint | boolean ? never
  : Extract<T[keyof T], (...values: never) => unknown> extends never ? object
  : never;
`,
  `/** A type as answers have it: without what is write-only, and without markers. */
export type Readable<T> =
  T extends $Write<unknown> ? never
  : T extends $Read<infer Inner> ? Readable<Inner>
  : T extends readonly unknown[] ? { [I in keyof T]: Readable<T[I]> }
  : T extends $Plain<T> ? { [K in keyof T as NonNullable<T[K]> extends $Write<unknown> ? never : K]: Readable<T[K]> }
  : T;
`,
  `/** A type as requests have it: what is read-only may not be there, and without markers. */
export type Writable<T> =
  T extends $Read<unknown> ? never
  : T extends $Write<infer Inner> ? Writable<Inner>
  : T extends readonly unknown[] ? { [I in keyof T]: Writable<T[I]> }
  : T extends $Plain<T>
    ? { [K in keyof T as NonNullable<T[K]> extends $Read<unknown> ? never : K]: Writable<T[K]> } & {
        [K in keyof T as NonNullable<T[K]> extends $Read<unknown> ? K : never]?: never;
      }
  : T;
`,
];
