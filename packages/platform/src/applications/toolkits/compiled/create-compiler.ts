import { type ChildProcess, fork } from "node:child_process";
import { PlatformError } from "../../../base/errors.ts";
import { locateProgram, programOptions } from "../../../base/package-files.ts";
import type { ImportWish } from "../importing/import-types.ts";
import {
  type CompilationMessage,
  type DocumentSource,
  type Job,
  type SplitBody,
  TooCostlyError,
} from "./compile-job.ts";
import type { JobAnswer } from "./compile-process.ts";
import type { Compilation } from "./compiled-toolkit.ts";
import type { CompileLimits } from "./run-in-thread.ts";

/**
 * Compiles the documents of projects in a process of its own, one at a time and in the order of the calls. The service
 * keeps its memory and its processor, even when a document costs much.
 */
export interface Compiler {
  /** @throws TooCostlyError, and PlatformError `Server_Unavailable` after `close` */
  compile(source: DocumentSource, wish: ImportWish): Promise<Compilation>;
  /**
   * Takes the document out of the JSON of a request, and writes its text to `documentFile`.
   *
   * @throws TooCostlyError, and PlatformError `Server_Unavailable` after `close`
   */
  split(file: string, documentFile: string): Promise<SplitBody>;
  /** Ends the process, even in the middle of a document. Documents that wait are refused, and so are new ones. */
  close(): Promise<void>;
}

/** GitHub's document, 13 MB with 1,223 operations, takes 3 s. */
const defaultLimits: CompileLimits = { ms: 60_000, megabytes: 512 };

/** Megabytes that the process may take beside the heap of its thread, for its code and for buffers. */
const besideHeapMegabytes = 384;

/** Milliseconds after which an unused process ends. */
const idleMs = 5_000;

/** Creates a compiler. Its process runs only while it is needed. */
export function createCompiler(limits: CompileLimits = defaultLimits): Compiler {
  let child: CompileProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = child;
    child = undefined;
    await ending?.end();
  };
  const run = async (job: Job): Promise<CompilationMessage | SplitBody> => {
    clearTimeout(idle);
    if (isClosed) {
      throw new PlatformError("Server_Unavailable");
    }
    const running = child ?? startProcess(limits);
    child = running;
    // The system may end an idle process. The next job then gets another one.
    void running.closed.then(() => {
      child = child === running ? undefined : child;
    });
    try {
      return await running.run(job);
    } catch (error) {
      await end();
      throw isClosed ? new PlatformError("Server_Unavailable") : error;
    } finally {
      waiting -= 1;
      if (waiting === 0 && !isClosed) {
        idle = setTimeout(end, idleMs).unref();
      }
    }
  };
  const enqueue = (job: Job): Promise<CompilationMessage | SplitBody> => {
    waiting += 1;
    const running = last.then(() => run(job));
    last = running.catch(() => {});
    return running;
  };
  return {
    // The process answers each job with the result of its kind.
    compile: async (source, wish) =>
      toCompilation((await enqueue({ kind: "compile", source, wish })) as CompilationMessage),
    split: async (file, documentFile) =>
      (await enqueue({ kind: "split", file, documentFile })) as SplitBody,
    close: async () => {
      isClosed = true;
      await end();
    },
  };
}

interface CompileProcess {
  /** Resolves when the process has ended. */
  readonly closed: Promise<void>;
  /** @throws TooCostlyError, also when the process was ended by the system */
  run(job: Job): Promise<CompilationMessage | SplitBody>;
  /** Resolves when the process has ended. */
  end(): Promise<void>;
}

function startProcess({ ms, megabytes }: CompileLimits): CompileProcess {
  const program = locateProgram("applications/toolkits/compiled/compile-process");
  const limits = [ms, megabytes, megabytes + besideHeapMegabytes].map(String);
  const child = fork(program, limits, {
    // A limit of the heap here would also be that of the thread.
    execArgv: [...programOptions],
    // Compiling a document does not need environment variables. For this one see ADR 68.
    env: { MALLOC_ARENA_MAX: "2" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => resolve()).once("error", () => resolve());
  });
  // A process that could not be started has a second error, when the job is sent to it.
  child.on("error", () => {});
  holdProcess(child, false);
  return {
    closed,
    run: (job) => ask(child, job),
    end: async () => {
      child.ref();
      child.kill("SIGKILL");
      await closed;
    },
  };
}

/** An idle compiler does not keep this process alive, and a caller who waits for it does. */
function holdProcess(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

async function ask(child: ChildProcess, job: Job): Promise<CompilationMessage | SplitBody> {
  const { promise, resolve, reject } = Promise.withResolvers<JobAnswer>();
  const onClose = (): void =>
    reject(new TooCostlyError("The process that compiles documents was ended."));
  child.once("message", resolve).once("error", reject).once("close", onClose);
  holdProcess(child, true);
  try {
    child.send(job);
    // Only our own program answers.
    const answer = await promise;
    if ("result" in answer) {
      return answer.result;
    }
    const { failure, isTooCostly } = answer;
    throw isTooCostly ? new TooCostlyError(failure) : new Error(failure);
  } finally {
    child.off("message", resolve).off("error", reject).off("close", onClose);
    holdProcess(child, false);
  }
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
      tools: tools.map(([tool, identity, recordEnd, executionEnd]) => {
        const parts = {
          slug: tool,
          identity,
          record: bytes.subarray(from, recordEnd),
          execution: bytes.subarray(recordEnd, executionEnd),
        };
        from = executionEnd;
        return parts;
      }),
    },
  };
}
