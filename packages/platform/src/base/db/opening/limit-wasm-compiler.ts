import { setFlagsFromString } from "node:v8";

/**
 * Keeps V8 from optimising WebAssembly (ADR 59). Optimising one large function of PostgreSQL takes 500 MB for a
 * moment. Without the optimiser a start takes less processor time, but in a process that runs for long a transaction
 * takes up to two fifths more.
 */
export const wasmFlags: readonly string[] = [
  "--liftoff-only",
  // `--liftoff-only` implies it, but not when it is set while Node runs.
  "--no-wasm-tier-up",
  "--no-wasm-dynamic-tiering",
];

/** Sets the same flags in this process, for modules that are compiled from now on. */
export function limitWasmCompiler(): void {
  for (const flag of wasmFlags) {
    setFlagsFromString(flag);
  }
}
