/** API descriptions are smaller than this, and a string of JavaScript ends at 512 MB. */
export const maximumBytes: number = 128 * 1024 * 1024;

/** API descriptions are not nested this deeply, and recursion over deeper values would exhaust the call stack. */
export const maximumDepth = 256;

/** Values that aliases of a YAML file may add to those that it has, which stops files that expand without end. */
export const maximumExpansion = 1_000_000;

/** Longer names of operations, tags, schemas, properties, paths and so on are refused. */
export const maximumNameLength = 10_000;

/** Larger YAML is refused before it is parsed: the parser takes about a hundred bytes of memory for each byte of it. */
export const maximumYamlBytes: number = 32 * 1024 * 1024;
