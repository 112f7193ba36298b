import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Model } from "../../packages/specwright/src/document/model/model.ts";
import { planClient } from "../../packages/specwright/src/emit/client/plan.ts";
import { printClientSample } from "../../packages/specwright/src/emit/docs/samples/client-sample.ts";
import {
  printFetchSample,
  printGoSample,
  printHttpxSample,
} from "../../packages/specwright/src/emit/docs/samples/code-samples.ts";
import { printCurlSample } from "../../packages/specwright/src/emit/docs/samples/curl.ts";
import {
  buildHttpSample,
  type HttpSample,
} from "../../packages/specwright/src/emit/docs/samples/http-sample.ts";
import type { OutputFile } from "../../packages/specwright/src/output-file.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";
import {
  createProject,
  emitFiles,
  openModel,
} from "../../packages/specwright/test/client-project.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { findNeed } from "../support/needs.ts";

const corpus = findNeed("corpus");
const python = findNeed("python");
const gofmt = findNeed("gofmt");
const go = findNeed("go");

const object = { type: "object", properties: { a: { type: "string" }, f: { format: "binary" } } };
const post = (mediaType: string, schema: object = object): object => ({
  post: { requestBody: { content: { [mediaType]: { schema } } }, responses: {} },
});

/** A document with each place of a credential and each kind of body. */
const kinds = {
  openapi: "3.1.0",
  info: { title: "Kinds", version: "1" },
  servers: [{ url: "https://kinds.example.com" }],
  security: [{ inQuery: [], alsoInQuery: [], inCookie: [], alsoInCookie: [], bearer: [] }],
  paths: {
    "/form": post("application/x-www-form-urlencoded"),
    "/parts": post("multipart/form-data"),
    "/file": post("application/octet-stream", {}),
    "/text": post("text/plain", { type: "string" }),
    "/cookies": {
      get: {
        security: [{ inCookie: [], basic: [] }, { basic: [] }],
        parameters: [
          { name: "theme", in: "cookie", required: true, schema: { type: "string" } },
          { name: "q", in: "query", required: true, schema: { type: "string" } },
        ],
        responses: {},
      },
    },
  },
  components: {
    securitySchemes: {
      inQuery: { type: "apiKey", in: "query", name: "key" },
      alsoInQuery: { type: "apiKey", in: "query", name: "other" },
      inCookie: { type: "apiKey", in: "cookie", name: "session" },
      alsoInCookie: { type: "apiKey", in: "cookie", name: "device" },
      bearer: { type: "http", scheme: "bearer" },
      basic: { type: "http", scheme: "basic" },
    },
  },
};

const documents = [
  { name: "kinds", open: () => buildModelFrom(kinds) },
  { name: "platform", open: () => openModel(resolveInRoot("spec/openapi.yaml")) },
  ...(corpus === undefined
    ? []
    : [{ name: "museum", open: () => openModel(join(corpus, "museum.yaml")) }]),
];

/** Reads the programs of a list in JSON on standard input, and prints what is wrong with each. */
const readPrograms = `
import json, sys, warnings
warnings.simplefilter("error")
for index, program in enumerate(json.load(sys.stdin)):
    try:
        compile(program, str(index), "exec")
    except (SyntaxError, SyntaxWarning) as error:
        print(index, error, program)
`;

/** Parses the body of an async function without running it. */
const AsyncFunction = (async () => undefined).constructor as new (body: string) => unknown;

const models = new Map<string, Model>();

/** The model of a document. Opening one takes a folder, which only a test may make. */
function readModel({ name, open }: (typeof documents)[number]): Model {
  const model = models.get(name) ?? open();
  models.set(name, model);
  return model;
}

test("samples for the client and for fetch compile, with the client of their document", async () => {
  const files: OutputFile[] = [];
  const samples: Record<string, string> = {};
  // One program, because starting a compiler takes longer than a document.
  for (const document of documents) {
    const model = readModel(document);
    const clients = printClientSamples(model);
    expect(clients).toHaveLength(model.operations.length);
    files.push(
      ...emitFiles(model).map((file) => ({ ...file, path: `${document.name}/${file.path}` })),
    );
    for (const [index, operation] of model.operations.entries()) {
      const fetched = printFetchSample(buildHttpSample(model, operation));
      samples[`${document.name}/client-${index}.ts`] = clients[index] ?? "";
      samples[`${document.name}/fetch-${index}.ts`] = fetched;
    }
  }
  const lib = ["es2024", "dom", "dom.iterable"];
  expect(await createProject(files, { lib }).compile(samples)).toBe("");
});

describe.each(documents)("samples of $name", (document) => {
  const print = (printSample: (sample: HttpSample) => string): readonly string[] => {
    const model = readModel(document);
    return model.operations.map((operation) => printSample(buildHttpSample(model, operation)));
  };

  test("for fetch and for curl are JavaScript and commands of a shell", () => {
    for (const sample of print(printFetchSample)) {
      expect(() => new AsyncFunction(sample), sample).not.toThrow();
    }
    const model = readModel(document);
    const commands = model.operations.map((operation) => printCurlSample(model, operation));
    expect(commands.every((command) => /^curl /.test(command))).toBe(true);
    execFileSync("sh", ["-n"], { input: commands.join("\n") });
  });

  test.skipIf(python === undefined)("for httpx are programs of Python", () => {
    const input = JSON.stringify(print(printHttpxSample));
    expect(String(execFileSync(python ?? "", ["-c", readPrograms], { input }))).toBe("");
  });

  test.skipIf(go === undefined)(
    "for Go compile, and vet finds nothing in them",
    () => {
      expect(vetGoPrograms(print(printGoSample))).toBe("");
    },
    120_000,
  );

  test.skipIf(gofmt === undefined)("for Go are programs in the format of gofmt", () => {
    for (const program of print(printGoSample)) {
      expect(String(execFileSync(gofmt ?? "", ["-e"], { input: program })).trimEnd()).toBe(program);
    }
  });
});

function printClientSamples(model: Model): readonly string[] {
  const { modules } = planClient(model, "createApi");
  const plans = new Map(
    modules.flatMap(({ operations }) => operations.map((plan) => [plan.operation, plan] as const)),
  );
  return model.operations.flatMap((operation) => {
    const plan = plans.get(operation);
    return plan === undefined ? [] : [printClientSample(model, plan, "./client/index.js")];
  });
}

/**
 * Checks programs with Go's compiler and `go vet`. They become files of one package, which takes the time of one program; only the name
 * of `main` has to differ there.
 *
 * @returns what is wrong with them
 */
function vetGoPrograms(programs: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "go-samples-"));
  try {
    writeFileSync(join(folder, "go.mod"), "module samples\n\ngo 1.21\n");
    writeFileSync(join(folder, "main.go"), "package main\n\nfunc main() {}\n");
    for (const [index, program] of programs.entries()) {
      const renamed = program.replace("\nfunc main() {", `\nfunc main${index}() {`);
      expect(renamed).not.toBe(program);
      writeFileSync(join(folder, `sample${index}.go`), renamed);
    }
    // Neither a newer toolchain nor anything else is downloaded.
    const env = { ...process.env, GOTOOLCHAIN: "local", GOPROXY: "off", GOFLAGS: "" };
    const { error, status, stderr } = spawnSync(go ?? "", ["vet", "."], { cwd: folder, env });
    return status === 0 ? "" : `${error ?? ""}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
