import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { collect } from "../../../scripts/support/collect.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { findFreePort } from "../../support/free-port.ts";
import { patience } from "../../support/patience.ts";
import type { Block } from "../blocks.ts";
import { toPattern } from "../to-pattern.ts";
import { completeLink } from "./complete-link.ts";
import { openTerminal } from "./open-terminal.ts";
import { type PlatformPage, selectPlatformLines } from "./platform-pages.ts";
import type { GuideService } from "./start-service.ts";

/** What a block printed, with the addresses of the page. */
export interface RanBlock {
  readonly block: Block;
  readonly failed: boolean;
  readonly output: string;
}

/**
 * Runs the blocks of a page in order, in a project of its own: scripts in one shell, TypeScript, and Python if there is one. A
 * program that listens runs until the page ends. Every link to a hosted page that a block prints is completed, as a reader would do.
 *
 * @param python the path of a Python that has the package `requests`
 */
export async function runPlatformPage(
  { name, folder: cwd, blocks }: PlatformPage,
  service: GuideService,
  python?: string,
): Promise<readonly RanBlock[]> {
  const port = await findFreePort();
  const addresses = createAddresses(service.host, port);
  for (const file of blocks.flatMap((block) => block.file ?? [])) {
    const path = join(cwd, file);
    writeFileSync(path, addresses.toReal(readFileSync(path, "utf8")));
  }
  const env = {
    PATH: [resolveInRoot("test/guide/bin"), dirname(process.execPath), process.env.PATH].join(
      delimiter,
    ),
    HOME: process.env.HOME,
    NODE_OPTIONS: "--conditions=source --disable-warning=ExperimentalWarning",
    ...(await service.openProject(name)),
  };
  const reader = createReader();
  const terminal = openTerminal({ cwd, env }, reader.read);
  const programs: Readonly<Record<string, string | undefined>> = { ts: process.execPath, python };
  const servers: Server[] = [];
  const results: RanBlock[] = [];
  try {
    for (const block of blocks) {
      const { language, code, file } = block;
      const program = programs[language];
      if (language === "sh") {
        const { failed, output } = await terminal.run(addresses.toReal(selectPlatformLines(code)));
        results.push({ block, failed, output: addresses.toShown(output) });
      } else if (program !== undefined && file !== undefined) {
        const child = spawn(program, [file], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
        let text = "";
        const ended = collect(child, (piece) => {
          text += piece;
          reader.read(piece);
        }).then(({ code: exit, output }) => ({
          block,
          // A server is ended by a signal.
          failed: exit !== 0 && exit !== null,
          output: addresses.toShown(output),
        }));
        if (code.includes(".listen(")) {
          servers.push({ child, ended, block, read: () => addresses.toShown(text) });
          await waitForPort(port, child);
        } else {
          results.push(await ended);
        }
      }
      await reader.finish();
    }
    await Promise.all(servers.map(waitForOutput));
  } finally {
    terminal.close();
    for (const { child } of servers) {
      child.kill();
    }
  }
  return [...results, ...(await Promise.all(servers.map(({ ended }) => ended)))];
}

/** A program of a page that runs until the page ends. */
interface Server {
  readonly child: ChildProcess;
  readonly ended: Promise<RanBlock>;
  readonly block: Block;
  /** What it has printed. */
  readonly read: () => string;
}

/** Waits until a server has printed what the page says, for as long as tests wait for an event. */
async function waitForOutput({ child, block, read }: Server): Promise<void> {
  const pattern = toPattern(block.expected ?? "…");
  for (
    let rounds = 0;
    rounds < patience.timeout / 50 && !pattern.test(read()) && child.exitCode === null;
    rounds += 1
  ) {
    await sleep(50);
  }
}

/** The service of the pages is at localhost:3000, and the reader's own server at localhost:4000. Here both have other ports. */
function createAddresses(host: string, port: number) {
  const pairs = [
    ["localhost:3000", host],
    ["localhost:4000", `localhost:${port}`],
    ["listen(4000", `listen(${port}`],
  ] as const;
  return {
    toReal: (text: string) => pairs.reduce((all, [from, to]) => all.replaceAll(from, to), text),
    toShown: (text: string) => pairs.reduce((all, [to, from]) => all.replaceAll(from, to), text),
  };
}

/** Reads what blocks print, and completes each link once. */
function createReader() {
  const opened = new Map<string, Promise<void>>();
  let text = "";
  return {
    read: (piece: string): void => {
      text += piece;
      for (const [link] of text.matchAll(/http:\/\/localhost:\d+\/link\/lk_[\w-]+(?=[^\w-])/g)) {
        if (!opened.has(link)) {
          opened.set(link, completeLink(link));
        }
      }
    },
    finish: async (): Promise<void> => {
      await Promise.all(opened.values());
    },
  };
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, "localhost");
    const isOpen = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "close").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) {
      return;
    }
    await sleep(20);
  }
}
