/** API descriptions are smaller than this. A JavaScript string cannot be larger than 512 MB. */
export const maximumBytes: number = 128 * 1024 * 1024;

/** API descriptions are not nested this deeply. Recursion over deeper values would exhaust the call stack. */
export const maximumDepth = 256;

/** The number of values that the aliases of a YAML file may add. The limit stops files whose aliases expand exponentially. */
export const maximumExpansion = 1_000_000;

/** Longer names of operations, tags, schemas, properties and paths are rejected. */
export const maximumNameLength = 10_000;

/** Larger YAML files are rejected before parsing, because the parser needs about a hundred bytes of memory for each byte. */
export const maximumYamlBytes: number = 32 * 1024 * 1024;
