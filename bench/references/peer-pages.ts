import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { runCommand } from "../../scripts/support/run.ts";

/** The files of the peers' packages. They are no dependencies, because Scalar's package alone has 60 MB. */
export const peerFolder: string = resolveInRoot(".cache/bench-references");

/** An operation of a document, as far as addresses name it. */
export interface Operation {
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  /** The heading of its text. */
  readonly summary: string;
}

/** Another reference: a page with its script, as its documentation says. It reads `/openapi.json`. */
export interface PeerReference {
  readonly name: string;
  readonly package: string;
  readonly page: string;
  /** The end of the address that leads to an operation. */
  readonly anchor: (operation: Operation) => string;
}

/** Their fonts and reports would come from other hosts, so that they are switched off where there is a setting. */
export const peerReferences: readonly PeerReference[] = [
  {
    name: "Scalar 1.76",
    package: "@scalar/api-reference@1.76.0",
    page: `<div id="app"></div>
<script src="/scalar/dist/browser/standalone.js"></script>
<script>Scalar.createApiReference("#app", { url: "/openapi.json", withDefaultFonts: false, telemetry: false });</script>`,
    anchor: ({ tag, method, path }) => `#tag/${tag.toLowerCase()}/${method}${path}`,
  },
  {
    name: "Redoc 3.0",
    package: "redoc@3.0.1",
    page: `<redoc spec-url="/openapi.json" disable-telemetry="true"></redoc>
<script type="module" src="/redoc/bundles/redoc.standalone.js"></script>`,
    anchor: ({ tag, operationId }) => `#/${tag.toLowerCase()}/${operationId.toLowerCase()}`,
  },
  {
    name: "Elements 9.0",
    package: "@stoplight/elements@9.0.25",
    page: `<script src="/elements/web-components.min.js"></script>
<link rel="stylesheet" href="/elements/styles.min.css">
<elements-api apiDescriptionUrl="/openapi.json" router="hash" layout="sidebar"></elements-api>`,
    anchor: ({ operationId }) => `#/operations/${operationId}`,
  },
];

/** The first word of its name: its page and its folder of files. */
export function slugPeer({ name }: PeerReference): string {
  return (name.split(" ")[0] ?? "").toLowerCase();
}

/** Unpacks the packages into `peerFolder`, without their dependencies: the scripts for pages contain those. */
export async function fetchPeerPages(): Promise<void> {
  for (const peer of peerReferences) {
    const folder = join(peerFolder, peer.package);
    if (!existsSync(join(folder, "package.json"))) {
      await mkdir(folder, { recursive: true });
      const pack = ["pack", "--json", "--pack-destination", folder, peer.package];
      // What npm prints for the one package that was asked for.
      const [packed] = JSON.parse(await runCommand("npm", pack)) as { filename: string }[];
      const archive = join(folder, packed?.filename ?? "");
      await runCommand("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"]);
    }
  }
}
