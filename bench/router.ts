import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { Failure } from "../scripts/support/failure.ts";
import { root } from "../scripts/support/paths.ts";
import { runCommand } from "../scripts/support/run.ts";
import { workshop } from "./generation.ts";
import { computeMedian } from "./process.ts";
import { item, routerDocument } from "./programs/router-document.ts";
import { formatRatio, type Section } from "./report/report.ts";

const servers = ["specwright", "fastify", "node"] as const;
const titles = {
  specwright: "specwright's router",
  fastify: "Fastify 5 with its validation",
  node: "bare node:http",
} as const;
const rounds = 3;
const seconds = 4;

/**
 * Measures the requests per second of the generated router, of Fastify and of bare node:http. Each runs in its own
 * process, in turn.
 */
export async function benchRouter(): Promise<Section> {
  const folder = `${workshop}/router`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/openapi.json`, JSON.stringify(routerDocument));
  // Imported here, because the packages may not be built yet when the command starts.
  const { generate } = await import("specwright");
  await generate({
    document: `${folder}/openapi.json`,
    out: `${folder}/out`,
    targets: ["types", "validators", "server"],
  });
  const rates = { get: measureRates(), post: measureRates() };
  const running = await Promise.all(
    servers.map((name) => start(name, `${folder}/out/server/index.js`)),
  );
  try {
    // In turn, so that other work on the machine affects all of them.
    for (let round = 0; round < rounds; round++) {
      for (const { name, port } of running) {
        rates.get[name].push(
          await load(["-m", "GET", `http://127.0.0.1:${port}/items/7?limit=5&tags=a,b`]),
        );
        const body = [
          "-m",
          "POST",
          "-H",
          "content-type=application/json",
          "-b",
          JSON.stringify(item),
        ];
        rates.post[name].push(await load([...body, `http://127.0.0.1:${port}/items`]));
      }
    }
  } finally {
    for (const { process } of running) {
      process.kill();
    }
  }
  const base = { get: computeMedian(rates.get.fastify), post: computeMedian(rates.post.fastify) };
  return {
    title: "Router",
    text: `The generated router on Node beside Fastify and a server without routing and validation. The figures are requests a second of one process with 50 connections, median of ${rounds} runs of ${seconds} s in turns. The GET has path and query parameters and the POST a JSON body; the router and Fastify validate both. The ratio is to Fastify: above 1× is faster. The load comes from the same machine.`,
    columns: ["Server", "GET (requests/s)", "Ratio", "POST (requests/s)", "Ratio"],
    rows: servers.map((name) => {
      const [get, post] = [computeMedian(rates.get[name]), computeMedian(rates.post[name])];
      return [
        titles[name],
        get.toFixed(0),
        formatRatio(get, base.get),
        post.toFixed(0),
        formatRatio(post, base.post),
      ];
    }),
  };
}

type ServerName = (typeof servers)[number];

function measureRates(): Record<ServerName, number[]> {
  return { specwright: [], fastify: [], node: [] };
}

interface Running {
  readonly name: ServerName;
  readonly port: number;
  readonly process: ChildProcess;
}

function start(name: ServerName, generated: string): Promise<Running> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["bench/programs/serve.ts", name, generated], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout
      .setEncoding("utf8")
      .once("data", (text: string) => resolve({ name, port: Number(text), process: child }));
    child.once("close", (code) =>
      reject(new Failure(`the server ${name} ended with exit code ${code}`)),
    );
  });
}

async function load(args: readonly string[]): Promise<number> {
  const options = [
    "node_modules/autocannon/autocannon.js",
    "-c",
    "50",
    "-d",
    String(seconds),
    "-j",
    "-n",
    ...args,
  ];
  const printed = await runCommand(process.execPath, options);
  const result: { requests: { average: number }; non2xx: number; errors: number } = JSON.parse(
    printed.slice(printed.indexOf("{")),
  );
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Failure(`the load was answered with errors: ${args.join(" ")}`);
  }
  return result.requests.average;
}
