import { readFile } from "node:fs/promises";
import { createNameResolver } from "../../packages/platform/src/base/egress/names/create-name-resolver.ts";
import { DnsServer } from "../../packages/platform/src/base/egress/testing/dns-server.ts";
import { computeMedian } from "../process.ts";
import { formatRatio, type Section } from "../report/report.ts";

/** How many look-ups of names hang at the same time. Node uses two of its four threads for `getaddrinfo`. */
const hangingCounts = [0, 4, 40, 400];
const times = 200;

/**
 * Measures how long looking up a name and reading a file take while the name server does not answer for other names.
 */
export async function benchServiceNames(): Promise<Section> {
  const server = new DnsServer((name, type) =>
    name.startsWith("hang") ? "held" : type === "A" ? ["127.0.0.2"] : [],
  );
  await server.listen();
  const resolve = createNameResolver({ servers: [server.address], resolvConf: "/nowhere" });
  const figures: { readonly hanging: number; readonly name: number; readonly file: number }[] = [];
  for (const hanging of hangingCounts) {
    const held = Array.from({ length: hanging }, (_, index) =>
      resolve(`hang-${hanging}-${index}.example`).catch(() => undefined),
    );
    const name = await measureMedian((index) => resolve(`name-${hanging}-${index}.example`));
    const file = await measureMedian(() => readFile("package.json"));
    figures.push({ hanging, name, file });
    await Promise.all(held);
  }
  await server.close();
  const alone = figures[0]?.name ?? 0;
  return {
    title: "Names",
    text: `How long it takes to resolve one name, and to read a file, while other names hang, whose name server does not answer. The figures are medians of ${times}, with a name server on the same machine. A name that hangs is given up after 5 s. With \`getaddrinfo\`, four such names held up every other name for 20 s (ADR 61).`,
    columns: ["Names that hang", "Another name", "Ratio", "A file"],
    rows: figures.map(({ hanging, name, file }) => [
      String(hanging),
      `${name.toFixed(2)} ms`,
      formatRatio(name, alone),
      `${file.toFixed(2)} ms`,
    ]),
  };
}

async function measureMedian(work: (index: number) => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const began = performance.now();
    await work(index);
    all.push(performance.now() - began);
  }
  return computeMedian(all);
}
