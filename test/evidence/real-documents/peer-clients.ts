import { existsSync, readFileSync } from "node:fs";
import { build } from "esbuild";
import { Failure } from "../../../scripts/support/failure.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { runCommand } from "../../../scripts/support/run.ts";

/** The address of the server, which no request reaches. */
export const baseUrl: string = "https://api.example.com/base";

/** The input of one call: parameters by location, and the body. */
export interface Input {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, unknown>;
  readonly cookie: Record<string, unknown>;
  readonly body?: unknown;
  readonly mediaType?: string;
}

type Call = (input: Input, fetch: typeof globalThis.fetch) => Promise<unknown>;

/** Another generator of clients. */
export interface Peer {
  readonly name: string;
  /**
   * Generates the client of a document: a function for each operation, by method and path.
   *
   * @throws Failure when it makes none
   */
  readonly load: (document: string, folder: string) => Promise<ReadonlyMap<string, Call>>;
}

/** The generators whose requests are compared with ours. */
export const peers: readonly Peer[] = [
  { name: "hey-api", load: loadHeyApi },
  { name: "Redocly", load: loadRedocly },
];

async function loadHeyApi(document: string, folder: string): Promise<ReadonlyMap<string, Call>> {
  const out = `${folder}/hey-api`;
  const plugins = ["-p", "@hey-api/typescript", "@hey-api/sdk"];
  const program = resolveInRoot("node_modules/@hey-api/openapi-ts/dist/run.mjs");
  const compiler = resolveInRoot("bench/programs/typescript-5.js");
  const args = ["--import", compiler, program, "-i", document, "-o", out, ...plugins];
  const printed = await runCommand(process.execPath, args);
  if (!existsSync(`${out}/sdk.gen.ts`)) {
    // It ends with the exit code 0 for some documents that it refuses.
    throw new Failure(`hey-api made no client:\n${printed}`);
  }
  const outfile = `${folder}/hey-api.mjs`;
  await build({
    stdin: {
      contents: 'export * from "./sdk.gen.ts"; export { client } from "./client.gen.ts";',
      resolveDir: out,
    },
    bundle: true,
    format: "esm",
    outfile,
    logLevel: "silent",
  });
  const { client, ...functions } = await import(outfile);
  client.setConfig({ baseUrl });
  const calls = new Map<string, Call>();
  for (const text of readFileSync(`${out}/sdk.gen.ts`, "utf8").split("\nexport const ").slice(1)) {
    const [, name = ""] = /^(\w+)/.exec(text) ?? [];
    const [, method = ""] = /client\)(?:\.sse)?\.(\w+)</.exec(text) ?? [];
    const [, url = ""] = /\n {4}url: '([^']*)'/.exec(text) ?? [];
    calls.set(`${method.toUpperCase()} ${url}`, ({ header, cookie: _, ...input }, fetch) =>
      functions[name]({ ...input, headers: header, fetch, throwOnError: false }),
    );
  }
  return calls;
}

async function loadRedocly(document: string, folder: string): Promise<ReadonlyMap<string, Call>> {
  const out = `${folder}/redocly.ts`;
  const program = resolveInRoot("node_modules/@redocly/cli/bin/cli.js");
  const args = [program, "generate-client", document, "-o", out, "--args-style", "grouped"];
  await runCommand(process.execPath, args);
  const outfile = `${folder}/redocly.mjs`;
  await build({ entryPoints: [out], bundle: true, format: "esm", outfile, logLevel: "silent" });
  const { client, configure, OPERATIONS } = await import(outfile);
  return new Map(
    Object.entries<{ readonly method: string; readonly path: string }>(OPERATIONS).map(
      ([name, { method, path }]) => [
        `${method} ${path}`,
        ({ header, cookie, mediaType: _, ...input }, fetch) => {
          configure({ serverUrl: baseUrl, fetch, clientHeader: false, retry: { retries: 0 } });
          return client[name]({ ...input, headers: header, cookies: cookie });
        },
      ],
    ),
  );
}
