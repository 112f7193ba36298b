import { rm } from "node:fs/promises";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { docs } from "specwright";
import { resolveInRoot, specFile } from "../../scripts/support/paths.ts";
import { findNeed } from "../../test/support/needs.ts";
import { locateGithubDocument } from "../generation.ts";
import { computeMedian } from "../process.ts";
import { formatRatio, type Section } from "../report/report.ts";
import { measurePage, type PageFigures } from "./measure-page.ts";
import {
  fetchPeerPages,
  type Operation,
  peerFolder,
  peerReferences,
  slugPeer,
} from "./peer-pages.ts";
import { serveReferences } from "./serve-references.ts";

/** A document, and the operation whose text is waited for. */
interface Subject {
  readonly name: string;
  readonly document: string;
  readonly operation: Operation;
  /** Our page of the operation. */
  readonly page: string;
}

const runs = 3;

/** Measures how a browser opens an operation in our reference and in those of others, in turns. */
export async function benchReferences(): Promise<Section> {
  const text = `How long Chromium takes from a link to an operation until the heading of the operation is in the window, what it loads meanwhile (compressed with gzip), how many elements the page has at rest, and its memory: the objects of scripts after a collection, and the most that the process of the page had. Each figure is the median of ${runs} visits with a new browser and without a cache, ours and the others in turns. Everything is served on loopback, so that the network costs nothing. The others are the scripts of their packages, as their documentation says; they read the document as JSON. The ratio is to our time. The load average was ${loadavg()[0]?.toFixed(1)} before.`;
  const section = {
    title: "References beside Scalar, Redoc and Elements",
    text,
    columns: [
      "Document and reference",
      "Heading",
      "Ratio",
      "Loaded",
      "Elements",
      "Objects",
      "Process",
    ],
  };
  const executable = findNeed("chromium");
  if (executable === undefined) {
    return { ...section, text: "Chromium is not on this machine.", rows: [] };
  }
  await fetchPeerPages();
  const rows: (readonly string[])[] = [];
  for (const subject of listSubjects()) {
    rows.push(...(await measureSubject(executable, subject)));
  }
  return { ...section, rows };
}

function listSubjects(): readonly Subject[] {
  const github = locateGithubDocument();
  const own: Subject = {
    name: "ours, 100 operations",
    document: resolveInRoot(specFile),
    operation: {
      tag: "tools",
      method: "POST",
      path: "/api/v3/tools/execute/{tool_slug}",
      operationId: "executeTool",
      summary: "Execute a tool",
    },
    page: "operations/execute-tool.html",
  };
  return github === undefined
    ? [own]
    : [
        {
          name: "museum, 8 operations",
          document: join(dirname(github), "museum.yaml"),
          operation: {
            tag: "Tickets",
            method: "GET",
            path: "/tickets/{ticketId}/qr",
            operationId: "getTicketCode",
            summary: "Get ticket QR code",
          },
          page: "operations/get-ticket-code.html",
        },
        own,
        {
          name: "GitHub's, 1,223 operations",
          document: github,
          operation: {
            tag: "issues",
            method: "GET",
            path: "/repos/{owner}/{repo}/issues",
            operationId: "issues/list-for-repo",
            summary: "List repository issues",
          },
          page: "operations/issues-list-for-repo.html",
        },
      ];
}

async function measureSubject(
  executable: string,
  { name, document, operation, page }: Subject,
): Promise<readonly (readonly string[])[]> {
  const out = join(peerFolder, "ours");
  await rm(out, { recursive: true, force: true });
  await docs({ document, out });
  const site = await serveReferences(out);
  const addresses = [
    ["specwright", page] as const,
    ...peerReferences.map((peer) => [peer.name, slugPeer(peer) + peer.anchor(operation)] as const),
  ];
  const measured = new Map<string, PageFigures[]>(addresses.map(([each]) => [each, []]));
  try {
    for (let run = 0; run < runs; run += 1) {
      for (const [each, path] of addresses) {
        const figures = await measurePage(executable, `${site.address}/${path}`, operation.summary);
        measured.get(each)?.push(figures);
      }
    }
  } finally {
    site.close();
  }
  const takeMedian = (each: string, key: keyof PageFigures): number =>
    computeMedian((measured.get(each) ?? []).map((figures) => figures[key]));
  const base = takeMedian("specwright", "heading");
  return addresses.map(([each]) => [
    `${name}: ${each}`,
    `${takeMedian(each, "heading").toFixed(0)} ms`,
    formatRatio(takeMedian(each, "heading"), base),
    `${(takeMedian(each, "transferred") / 1000).toFixed(0)} kB`,
    String(takeMedian(each, "elements")),
    `${(takeMedian(each, "heap") / 1e6).toFixed(1)} MB`,
    `${(takeMedian(each, "resident") / 1e6).toFixed(0)} MB`,
  ]);
}
