import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Cluster } from "../../running/support/cluster.ts";
import { hashMd5 } from "./depot.ts";

/** Days pass for everything that was left unfinished or was deleted. No process may run. */
export async function letTimePass(cluster: Cluster, files: string): Promise<void> {
  await cluster.query(
    `update files set created_at = created_at - interval '9 days', used_at = used_at - interval '9 days'
    where size is null`,
    "platform",
  );
  await cluster.query(
    "update projects set deleted_at = deleted_at - interval '31 days' where deleted_at is not null",
    "platform",
  );
  const before = new Date(Date.now() - 60 * 60 * 1000);
  for (const name of listFolder(join(files, "incoming"))) {
    utimesSync(join(files, "incoming", name), before, before);
  }
}

/** Waits until a worker has erased everything that is due. */
export async function waitUntilErased(cluster: Cluster, files: string): Promise<void> {
  const kinds = "kind in ('file.erase', 'project.erase')";
  await expect
    .poll(
      async () => {
        await cluster.query(
          `update jobs set next_at = now() where ${kinds} and next_at > now()`,
          "platform",
        );
        const [left] = await cluster.query(
          `select (select count(*)::int from jobs where ${kinds}) as jobs,
            (select count(*)::int from files where size is null) as "unfinished files",
            (select count(*)::int from projects where deleted_at is not null) as "deleted projects"`,
          "platform",
        );
        return { ...left, incoming: listFolder(join(files, "incoming")).length };
      },
      { timeout: 60_000, interval: 200 },
    )
    .toEqual({ jobs: 0, "unfinished files": 0, "deleted projects": 0, incoming: 0 });
}

/** The files of the database and of the disk, as lines with place, size and hash. */
export async function readBothSides(
  cluster: Cluster,
  files: string,
): Promise<{ readonly rows: readonly string[]; readonly blobs: readonly string[] }> {
  const rows = await cluster.query("select project_id, id, size::int, md5 from files", "platform");
  const blobs = listFolder(files)
    .filter((project) => project !== "incoming")
    .flatMap((project) => listFolder(join(files, project)).map((id) => ({ project, id })))
    .map(({ project, id }) => {
      const bytes = readFileSync(join(files, project, id));
      return `${project}/${id} ${bytes.length} ${hashMd5(bytes)}`;
    });
  return {
    rows: rows.map(({ project_id, id, size, md5 }) => `${project_id}/${id} ${size} ${md5}`).sort(),
    blobs: blobs.sort(),
  };
}

/** Versions of toolkits whose compiled form is missing or has another number of tools. */
export async function findHalfToolkits(cluster: Cluster): Promise<readonly unknown[]> {
  return await cluster.query(
    `select t.slug, t.version, cardinality(t.tool_slugs) as expected, count(p.slug)::int as stored
    from project_toolkits t
      left join project_outlines o on o.project_id = t.project_id and o.toolkit_id = t.id
      left join project_tools p on p.project_id = o.project_id and p.toolkit_id = o.toolkit_id and p.format = o.format
    group by t.project_id, t.id, t.slug, t.version, t.tool_slugs
    having count(p.slug) <> cardinality(t.tool_slugs)`,
    "platform",
  );
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was stored yet.
    return [];
  }
}
