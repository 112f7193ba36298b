/** One step to run: a module of the page, or a shell script. */
export type Step =
  | { readonly kind: "module"; readonly line: number; readonly file: string }
  | { readonly kind: "shell"; readonly line: number; readonly script: string };

/** The output of a step, and the error that it threw. */
export interface Ran {
  /** The output by the line of the block that printed it. */
  readonly printed: Readonly<Record<number, string>>;
  readonly failure?: string;
}

/**
 * A statement that is put before each block of a joined module. It marks which block the following output belongs to.
 */
export function writeMarker(line: number): string {
  return `console.log("\u0001${line}");`;
}

/** Output by the line of its block. */
export function splitByMarker(line: number, output: string): Readonly<Record<number, string>> {
  const [first = "", ...rest] = output.split("\u0001");
  const parts = rest.map((part): [number, string] => {
    const end = part.indexOf("\n");
    return [Number(part.slice(0, end)), part.slice(end + 1)];
  });
  return Object.fromEntries([
    ...(first === "" && parts.length > 0 ? [] : [[line, first]]),
    ...parts,
  ]);
}
