import { computeMedian } from "../process.ts";
import { formatRatio, type Section } from "../report/report.ts";
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
    text: 'Four files of 100 MiB are uploaded at once and downloaded again, at signed URLs of the platform and at a bare `node:http` server that does the same with `pipeline`. Both servers hash an upload with MD5, and answer when it is on the disk. Each is one process, with the client in another one on the same machine; the figures are medians of three rounds in turns. The ratio is to the bare server: above 1× is faster. CPU is the processor time of the server for one file, and "more memory" how much its memory grew at most.',
    columns: ["Direction and server", "MB/s", "Ratio", "CPU", "More memory"],
    rows: [...byName].map(([name, own]) => [
      name,
      measureSpeed(name).toFixed(0),
      formatRatio(measureSpeed(name), measureSpeed(name.replace("the platform", "bare node:http"))),
      `${computeMedian(own.map(({ cpuSeconds }) => cpuSeconds / 4)).toFixed(2)} s`,
      `${Math.max(...own.map(({ memory }) => memory)).toFixed(0)} MiB`,
    ]),
  };
}
