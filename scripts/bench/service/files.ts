import { computeMedian } from "../process.ts";
import { formatRatio, type Section } from "../report.ts";
import { runReporting } from "./running.ts";

/** The cost of some transfers for a server. */
export interface FileFigures {
  readonly name: string;
  /** Of all files together, of 10^6 bytes. */
  readonly megabytes: number;
  /** By the clock, and of the server's process. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The growth of the server's resident memory meanwhile, in MiB. */
  readonly memory: number;
}

/** Measures uploads and downloads of files at signed URLs, beside a bare `node:http` server with streams. */
export async function benchServiceFiles(): Promise<Section> {
  const figures = await runReporting<readonly FileFigures[]>("files.ts");
  const byName = Map.groupBy(figures, ({ name }) => name);
  const measureSpeed = (name: string): number =>
    computeMedian((byName.get(name) ?? []).map(({ megabytes, seconds }) => megabytes / seconds));
  return {
    title: "Files",
    text: "Four files of 100 MiB at once, to disk (hashed with MD5, and on the disk when the answer comes) and back, at signed URLs of the platform and from a bare `node:http` server that does the same with `pipeline`. Both run in one process, and the client is another one on the same machine; median of three rounds, in turn. CPU is that of the server's process for one file. Memory is the most that it grew.",
    columns: ["", "MB/s", "ratio", "CPU", "more memory"],
    rows: [...byName].map(([name, own]) => [
      name,
      measureSpeed(name).toFixed(0),
      formatRatio(measureSpeed(name), measureSpeed(name.replace("the platform", "bare node:http"))),
      `${computeMedian(own.map(({ cpuSeconds }) => cpuSeconds / 4)).toFixed(2)} s`,
      `${Math.max(...own.map(({ memory }) => memory)).toFixed(0)} MiB`,
    ]),
  };
}
