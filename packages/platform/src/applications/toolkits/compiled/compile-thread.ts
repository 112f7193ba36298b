import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import {
  type CompilationMessage,
  type CompileJob,
  type DocumentSource,
  type Job,
  nameDocumentFile,
} from "./compile-job.ts";
import { compileToolkit } from "./compile-toolkit.ts";
import type { Compilation } from "./compiled-toolkit.ts";
import { unpackDocument } from "./packed-document.ts";
import { splitBody } from "./split-body.ts";

/** The program of the thread in which the process that compiles does its jobs, one after the other. */
parentPort?.on("message", (job: Job) => {
  if (job.kind === "split") {
    parentPort?.postMessage(splitBody(job));
    return;
  }
  const { message, buffers } = toMessage(compile(job));
  parentPort?.postMessage(message, buffers);
});

function compile({ source, wish }: CompileJob): Compilation {
  const text = readSource(source);
  return compileToolkit({ path: nameDocumentFile(text), text, wish });
}

function readSource(source: DocumentSource): string | Uint8Array {
  if ("file" in source) {
    return readFileSync(source.file);
  }
  return "packed" in source ? unpackDocument(source.packed) : source.text;
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
    ({ slug, identity, record, execution }) =>
      [slug, identity, append(record), append(execution)] as const,
  );
  return {
    message: {
      ...rest,
      compiled: { slug: compiled.slug, bytes, outlineEnd, tools },
    },
    buffers: [bytes.buffer],
  };
}
