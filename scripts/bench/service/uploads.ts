import { formatRatio, type Section } from "../report.ts";
import { runReporting } from "./running.ts";

/** The cost of uploads for a server. */
export interface UploadFigures {
  readonly name: string;
  readonly uploads: number;
  /** By the clock, and of the server's process. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** How much the server's resident memory grew meanwhile, in megabytes (2^20 bytes). */
  readonly megabytes: number;
}

/** Measures uploads of 100 MiB to the service, and to a bare `node:http` handler for comparison. */
export async function benchServiceUploads(): Promise<Section> {
  const figures = await runReporting<readonly UploadFigures[]>("uploads.ts");
  const computeCpuPerUpload = ({ cpuSeconds, uploads }: UploadFigures): number =>
    cpuSeconds / uploads;
  return {
    title: "Uploads of 100 MiB",
    text: "A body of 100 MiB that its handler counts and hashes twice (MD5, SHA-256) while it arrives. The clients are processes on the same machine. CPU is that of the server for one upload; the ratio is to a bare `node:http` handler that hashes the same.",
    columns: ["", "MiB/s", "CPU", "ratio", "more memory"],
    rows: figures.map((each) => {
      const bare = figures.find(
        ({ name, uploads }) => name === "bare node:http" && uploads === each.uploads,
      );
      return [
        `${each.name}, ${each.uploads} at once`,
        ((each.uploads * 100) / each.seconds).toFixed(0),
        `${computeCpuPerUpload(each).toFixed(2)} s`,
        formatRatio(
          computeCpuPerUpload(each),
          bare === undefined ? Number.NaN : computeCpuPerUpload(bare),
        ),
        `${each.megabytes.toFixed(0)} MB`,
      ];
    }),
  };
}
