import { setFlagsFromString } from "node:v8";

/**
 * Keeps V8 from optimising WebAssembly (ADR 59). PostgreSQL has a function for which that takes 500 MB for a moment. Without
 * it a start takes less processor time, and a transaction of a process that runs for long up to two fifths more.
 */
export const wasmFlags: readonly string[] = [
  "--liftoff-only",
  // Implied by the one before, but not when it is set while Node runs.
  "--no-wasm-tier-up",
  "--no-wasm-dynamic-tiering",
];

/** The same for this process, for modules that are compiled from now on. */
export function limitWasmCompiler(): void {
  for (const flag of wasmFlags) {
    setFlagsFromString(flag);
  }
}
