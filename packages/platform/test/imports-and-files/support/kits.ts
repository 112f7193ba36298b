import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "../../../../../generated/client/index.js";
import type { Tenant } from "../../chaos/support/deployment.ts";
import { catchRefusal } from "../../e2e/world.ts";
import { attempt, attemptUntilKnown } from "./outcomes.ts";
import type { Replicas } from "./replicas.ts";

/** A toolkit that a caller imports, replaces and deletes. */
interface Kit {
  readonly slug: string;
  readonly tenant: Tenant;
  /** The revisions that the toolkit may have after the answers so far. 0 stands for a toolkit that does not exist. */
  possible: ReadonlySet<number>;
}

/** Callers that import toolkits, replace them and delete them. */
export interface Importers {
  /** Imports one toolkit after the other until the signal aborts. */
  run(caller: string, tenant: Tenant, signal: AbortSignal): Promise<void>;
  /** Compares every toolkit with its acknowledgements, and executes and finds its tools. */
  check(): Promise<void>;
}

/** @param depotUrl the application whose rooms the tools ask for */
export function createImporters(replicas: Replicas, depotUrl: string): Importers {
  const { journal, chooseClient, noteMoment } = replicas;
  const kits: Kit[] = [];
  /** Reads the toolkit at some replica. The revision that is seen must stay from then on. */
  const look = async (kit: Kit): Promise<void> => {
    const seen = await attemptUntilKnown(journal, () =>
      readRevision(chooseClient(kit.tenant), kit.slug),
    );
    const revision = seen.kind === "answered" ? seen.value : seen.refusal;
    if (typeof revision === "string" || !kit.possible.has(revision)) {
      journal.failures.push(`${kit.slug} is ${revision} instead of ${[...kit.possible]}`);
      return;
    }
    kit.possible = new Set([revision]);
  };
  const bring = async (kit: Kit, revision: number, key: string | undefined): Promise<void> => {
    const document = describeKit(kit.slug, revision, depotUrl);
    const isNew = revision === 1;
    const ask = async () => {
      const { toolkits } = chooseClient(kit.tenant);
      // Reading the document takes some of this time, and storing it the rest.
      void sleep(Math.random() * 300).then(noteMoment);
      return isNew
        ? await toolkits.importToolkit({
            body: { slug: kit.slug, document },
            ...(key !== undefined && { header: { "Idempotency-Key": key } }),
          })
        : await toolkits.replaceToolkit({ slug: kit.slug, body: { document } });
    };
    let outcome = await attempt(journal, ask);
    // A project has one import at a time, and nothing was stored.
    while (outcome.kind === "refused" && outcome.refusal === "429 Request_RateLimited") {
      await sleep(100 + Math.random() * 200);
      outcome = await attempt(journal, ask);
    }
    const before = kit.possible;
    if (outcome.kind === "answered") {
      kit.possible = new Set([revision]);
      journal.count("acknowledged", isNew ? "imports" : "new versions");
      if (outcome.value.meta.tools_count !== countRooms(revision)) {
        journal.failures.push(`${kit.slug} was answered with ${outcome.value.meta.tools_count}`);
      }
    } else if (outcome.kind === "unknown") {
      kit.possible = new Set([...before, revision]);
    } else if (isNew && outcome.refusal === "409 Toolkit_SlugTaken" && before.has(1)) {
      kit.possible = new Set([1]);
    } else if (!isNew && outcome.refusal === "404 Toolkit_NotFound" && before.has(0)) {
      kit.possible = new Set([0]);
    } else {
      journal.failures.push(`${kit.slug}, revision ${revision}: ${outcome.refusal}`);
    }
  };
  const remove = async (kit: Kit): Promise<void> => {
    const { slug } = kit;
    const outcome = await attempt(journal, () =>
      chooseClient(kit.tenant).toolkits.deleteToolkit({ slug }),
    );
    if (outcome.kind === "unknown") {
      kit.possible = new Set([...kit.possible, 0]);
    } else if (outcome.kind === "refused" && !kit.possible.has(0)) {
      journal.failures.push(`${slug} cannot be deleted: ${outcome.refusal}`);
    } else {
      kit.possible = new Set([0]);
      journal.count("acknowledged", "deleted toolkits");
    }
  };
  return {
    run: async (caller, tenant, signal) => {
      for (let number = 0; !signal.aborted; number += 1) {
        const kit: Kit = { slug: `kit-${caller}-${number}`, tenant, possible: new Set([0]) };
        kits.push(kit);
        // Every other import has a key, with which it is repeated once.
        const key = number % 2 === 0 ? undefined : kit.slug;
        await bring(kit, 1, key);
        if (kit.possible.size > 1 && key !== undefined) {
          await sleep(300);
          await bring(kit, 1, key);
        }
        await look(kit);
        if (number % 3 === 1) {
          continue;
        }
        await bring(kit, 2, undefined);
        await look(kit);
        if (number % 3 === 2) {
          await remove(kit);
          await look(kit);
        }
      }
    },
    check: async () => {
      for (const { slug, tenant, possible } of kits) {
        const platform = chooseClient(tenant);
        const revision = await readRevision(platform, slug);
        if (typeof revision === "string" || !possible.has(revision)) {
          journal.failures.push(`at the end ${slug} is ${revision} instead of ${[...possible]}`);
        } else {
          journal.failures.push(...(await useKit(platform, slug, revision)));
        }
      }
    },
  };
}

/** The number of tools differs between revisions, so that parts of two would show. */
const countRooms = (revision: number): number => 40 + revision * 13;

/** An OpenAPI document as teams write it. */
function describeKit(slug: string, revision: number, url: string): string {
  const rooms = Array.from({ length: countRooms(revision) }, (_, room) => [
    `/${slug}/rooms/${room}`,
    {
      get: {
        operationId: `getRoom${room}`,
        summary: `Get room ${room}`,
        description: `Answers room ${room}. Revision ${revision}.`,
        responses: { "200": { description: "Done." } },
      },
    },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: `Revision ${revision}`, version: String(revision) },
    servers: [{ url }],
    paths: Object.fromEntries(rooms),
  });
}

/** The revision that a project sees, 0 for none; a sentence if it sees parts of two, or a part of one. */
async function readRevision(platform: Platform, slug: string): Promise<number | string> {
  const { items } = await platform.tools
    .listTools({ toolkit_slug: slug, limit: 1000 })
    .catch((error: { readonly status?: number }) => {
      if (error.status !== 404) {
        throw error;
      }
      return { items: [] };
    });
  const revisions = items.map(({ description }) => Number(/Revision (\d+)/.exec(description)?.[1]));
  const [revision = 0] = revisions;
  const isWhole =
    revisions.every((each) => each === revision) &&
    (revision === 0 || revisions.length === countRooms(revision));
  return isWhole ? revision : `${revisions.length} tools of revisions ${[...new Set(revisions)]}`;
}

/** Gets the toolkit, and searches and executes its first and its last tool. Returns what is wrong. */
async function useKit(platform: Platform, slug: string, revision: number): Promise<string[]> {
  if (revision === 0) {
    const found = await catchRefusal(platform.toolkits.getToolkit({ slug }));
    return found === "404 Toolkit_NotFound" ? [] : [`${slug} has no tools, and is there: ${found}`];
  }
  const wrong: string[] = [];
  const { name, meta } = await platform.toolkits.getToolkit({ slug });
  if (name !== `Revision ${revision}` || meta.tools_count !== countRooms(revision)) {
    wrong.push(`${slug} is ${name} with ${meta.tools_count} tools instead of revision ${revision}`);
  }
  for (const room of [0, countRooms(revision) - 1]) {
    const tool_slug = `${slug}_GET_ROOM${room}`.replaceAll("-", "_").toUpperCase();
    const search = `get room ${room}`;
    const found = await platform.tools.listTools({ toolkit_slug: slug, search, limit: 10 });
    const { data } = await platform.tools.executeTool({ tool_slug, body: { arguments: {} } });
    if (!found.items.some((each) => each.slug === tool_slug)) {
      wrong.push(`${tool_slug} is not found among ${found.items.map((each) => each.slug)}`);
    }
    if (!JSON.stringify(data).includes(`/${slug}/rooms/${room}`)) {
      wrong.push(`${tool_slug} answered ${JSON.stringify(data)}`);
    }
  }
  return wrong;
}
