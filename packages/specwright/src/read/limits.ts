/** Larger files are no API descriptions, and a string of JavaScript ends at 512 MB. */
export const maximumBytes: number = 128 * 1024 * 1024;

/** Deeper values are no API descriptions either, and recursion over them would exhaust the call stack. */
export const maximumDepth = 256;

/** Aliases of YAML may repeat a value this often in all, which stops files that expand without end. */
export const maximumAliases = 1000;
