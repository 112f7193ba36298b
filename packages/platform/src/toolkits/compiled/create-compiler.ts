import { Worker } from "node:worker_threads";
import type { CompilationMessage } from "./compile-thread.ts";
import type { CompileInput } from "./compile-toolkit.ts";
import type { Compilation } from "./compiled-toolkit.ts";

/** The most that one document may cost. */
export interface CompileLimits {
  /**
   * Milliseconds of processor time. A busy machine can give the thread a small part of each second, so the time of a
   * clock would refuse documents that cost little.
   */
  readonly ms: number;
  /** Of the thread's heap. */
  readonly megabytes: number;
}

/** A document took more time or memory than the limits allow. */
export class TooCostlyError extends Error {
  override readonly name = "TooCostlyError";
}

/** Compiles documents in a separate thread, one at a time and in the order of the calls. */
export interface Compiler {
  /** @throws TooCostlyError */
  compile(input: CompileInput): Promise<Compilation>;
  /** Ends the thread, even in the middle of a document. */
  close(): Promise<void>;
}

/** GitHub's document, 13 MB with 1,223 operations, takes 3 s. */
const defaultLimits: CompileLimits = { ms: 60_000, megabytes: 512 };

/** Milliseconds after which an unused thread ends, because it has its own heap. */
const idleMs = 5_000;

/**
 * V8 lets the young generation grow to 128 MB, and a compiler fills it with values that it keeps elsewhere too. GitHub's
 * document takes 90 MB less memory with this limit, and no more time.
 */
const youngMegabytes = 12;

/** Creates a compiler. Its thread runs only while it is needed. */
export function createCompiler(limits: CompileLimits = defaultLimits): Compiler {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  };
  const run = async (input: CompileInput): Promise<Compilation> => {
    clearTimeout(idle);
    thread ??= startThread(limits);
    try {
      return toCompilation(await ask(thread, input, limits));
    } catch (error) {
      await end();
      throw error;
    } finally {
      waiting -= 1;
      if (waiting === 0) {
        idle = setTimeout(end, idleMs).unref();
      }
    }
  };
  return {
    compile: (input) => {
      waiting += 1;
      const running = last.then(() => run(input));
      last = running.catch(() => {});
      return running;
    },
    close: end,
  };
}

function startThread({ megabytes }: CompileLimits): Worker {
  const thread = new Worker(new URL("./compile-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: youngMegabytes },
    // Compiling a document does not need environment variables.
    env: {},
  });
  // Without a listener, an error between two documents would end the process. `exit` follows it.
  thread.on("error", () => {});
  thread.unref();
  return thread;
}

async function ask(
  thread: Worker,
  input: CompileInput,
  { ms }: CompileLimits,
): Promise<CompilationMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<CompilationMessage>();
  const onError = (error: Error): void => {
    const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    reject(isMemory ? new TooCostlyError("The document took too much memory.") : error);
  };
  const onExit = (): void => reject(new Error("The thread that compiles documents ended."));
  const stopWatching = watchTime(thread, ms, () =>
    reject(new TooCostlyError("The document took too long.")),
  );
  thread.once("message", resolve).once("error", onError).once("exit", onExit);
  // Keeps the process alive while a caller waits for the thread.
  thread.ref();
  try {
    // A string would be copied twice. The bytes are moved.
    const text = typeof input.text === "string" ? new TextEncoder().encode(input.text) : input.text;
    const moved = text?.buffer instanceof ArrayBuffer ? [text.buffer] : [];
    thread.postMessage({ ...input, ...(text === undefined ? {} : { text }) }, moved);
    return await promise;
  } finally {
    stopWatching();
    thread.off("message", resolve).off("error", onError).off("exit", onExit);
    thread.unref();
  }
}

/** Calls back when a thread has used more processor time, beginning now. Returns how to stop. */
function watchTime(thread: Worker, ms: number, onOver: () => void): () => void {
  // The event `exit` reports a thread that has ended.
  const begun = thread.cpuUsage().catch(() => undefined);
  const check = async (): Promise<void> => {
    const used = await thread.cpuUsage(await begun).catch(() => undefined);
    if (used !== undefined && used.user + used.system > ms * 1000) {
      onOver();
    }
  };
  const timer = setInterval(check, Math.min(ms, 250));
  return () => clearInterval(timer);
}

function toCompilation({ compiled, ...rest }: CompilationMessage): Compilation {
  if (compiled === undefined) {
    return rest;
  }
  const { slug, bytes, outlineEnd, tools } = compiled;
  let from = outlineEnd;
  return {
    ...rest,
    compiled: {
      slug,
      outline: bytes.subarray(0, outlineEnd),
      tools: tools.map(([tool, recordEnd, executionEnd]) => {
        const parts = {
          slug: tool,
          record: bytes.subarray(from, recordEnd),
          execution: bytes.subarray(recordEnd, executionEnd),
        };
        from = executionEnd;
        return parts;
      }),
    },
  };
}
