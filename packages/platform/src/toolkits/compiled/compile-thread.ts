import { parentPort } from "node:worker_threads";
import { type CompileInput, compileToolkit } from "./compile-toolkit.ts";
import type { Compilation } from "./compiled-toolkit.ts";

/** The program of a thread. It compiles the documents that it receives, one after the other. */
parentPort?.on("message", (input: CompileInput) => {
  const { message, buffers } = toMessage(compileToolkit(input));
  parentPort?.postMessage(message, buffers);
});

/** The tools are positions in one buffer. The buffer is transferred to the other thread without a copy. */
export interface CompilationMessage extends Omit<Compilation, "compiled"> {
  readonly compiled?: {
    readonly slug: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly outlineEnd: number;
    readonly tools: readonly (readonly [slug: string, recordEnd: number, executionEnd: number])[];
  };
}

function toMessage({ compiled, ...rest }: Compilation): {
  readonly message: CompilationMessage;
  readonly buffers: ArrayBuffer[];
} {
  if (compiled === undefined) {
    return { message: rest, buffers: [] };
  }
  const parts = [
    compiled.outline,
    ...compiled.tools.flatMap(({ record, execution }) => [record, execution]),
  ];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  const append = (part: Uint8Array): number => {
    bytes.set(part, end);
    end += part.length;
    return end;
  };
  const outlineEnd = append(compiled.outline);
  const tools = compiled.tools.map(
    ({ slug, record, execution }) => [slug, append(record), append(execution)] as const,
  );
  return {
    message: {
      ...rest,
      compiled: { slug: compiled.slug, bytes, outlineEnd, tools },
    },
    buffers: [bytes.buffer],
  };
}
