import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type TestDatabase, testDatabases } from "../../testing/test-database.ts";
import { readExportKey } from "./export-key.ts";
import { exportProjects } from "./export-projects.ts";
import { importProjects, RowsDifferError } from "./import-projects.ts";
import { readExportManifest } from "./manifest.ts";
import { listMovedTables, notMoved } from "./moved-tables.ts";
import { writeSealedPieces } from "./sealed-pieces.ts";
import {
  createFullProject,
  createInstallation,
  type FullProject,
  type Installation,
  listStoredBytes,
  makeTestFolder,
  openSecret,
  readProjectRows,
  requestMoving,
} from "./testing/moving-fixture.ts";
import { type RowPage, readUnitPages, sealUnitFile, writePages } from "./unit-files.ts";

const [pglite, server] = testDatabases();
if (pglite === undefined) {
  throw new Error("There is always an embedded database.");
}
const pairs = [
  { from: pglite, to: server ?? pglite },
  ...(server === undefined ? [] : [{ from: server, to: server }]),
];

describe.each(pairs)("from $from.name to $to.name", ({ from, to }) => {
  let source: Installation;
  let target: Installation;
  let moved: FullProject;
  let folder: string;
  beforeAll(async () => {
    source = createInstallation(await from.open());
    target = createInstallation(await to.open());
    moved = await createFullProject(source);
    await createFullProject(source);
    folder = makeTestFolder();
    await exportProjects(requestMoving(source, folder));
  });

  const countProjects = async ({ platform }: Installation): Promise<number> =>
    await platform.database.transactInProject(moved.projectId, async (trx) => {
      const rows = await trx.selectFrom("projects").select("id").execute();
      return rows.length;
    });
  /** A copy of the export that may be damaged, with the same key. */
  const copyExport = (): string => {
    const copy = makeTestFolder();
    cpSync(folder, copy, { recursive: true });
    cpSync(`${folder}.key`, `${copy}.key`);
    return copy;
  };

  /** A copy of the export with what somebody needs who changes it and has its key. */
  const openCopy = async () => {
    const copy = copyExport();
    const { key } = readExportKey(`${copy}.key`, false);
    const schema = (await listMovedTables(source.platform.database.unscoped)).schema;
    const manifest = await readExportManifest({ folder: copy, key, schema }, false);
    const unit = manifest?.units.find((each) => each.unit.id === moved.projectId)?.unit;
    if (manifest === undefined || unit === undefined) {
      throw new Error("The export has the project.");
    }
    const place = { folder: copy, key, manifest };
    const pages: RowPage[] = [];
    for await (const page of readUnitPages(place, unit, "rows")) {
      pages.push(page);
    }
    return { copy, place, unit, pages };
  };

  test("an export that is unfinished, cut off or of another version is refused, and nothing is written", async () => {
    const refuse = async (change: (copy: string) => void): Promise<string> => {
      const copy = copyExport();
      change(copy);
      const refused = await importProjects(requestMoving(target, copy)).catch(String);
      expect(await countProjects(target)).toBe(0);
      return String(refused);
    };
    const edit = (copy: string, how: (text: string) => string): void =>
      writeFileSync(join(copy, "manifest"), how(readFileSync(join(copy, "manifest"), "utf8")));
    // First: the import that is refused below has copied the bytes by then, and they stay.
    const loseBytes = (copy: string): void =>
      rmSync(join(copy, moved.projectId, "bytes"), { recursive: true });
    expect(await refuse(loseBytes)).toMatch(/bytes.* is missing, cut off/);
    const dropEnd = (copy: string): void =>
      edit(copy, (text) => `${text.trim().split("\n").slice(0, -1).join("\n")}\n`);
    expect(await refuse(dropEnd)).toMatch(/is not finished[\s\S]*Run "platform export" again/);
    expect(await refuse((copy) => rmSync(join(copy, "manifest")))).toMatch(/has no export/);
    const cutLine = (copy: string): void => edit(copy, (text) => text.slice(0, -10));
    expect(await refuse(cutLine)).toMatch(/is not finished/);
    const otherSchema = (copy: string): void =>
      edit(copy, (text) => text.replace(/"schema":"\w/, '"schema":"x'));
    expect(await refuse(otherSchema)).toMatch(
      /another version[\s\S]*Export and import with the same/,
    );
    const flip = (copy: string): void =>
      edit(copy, (text) => text.replace(/\n(\S)(\S)/, (_, a, b) => `\n${b}${a === b ? "_" : a}`));
    expect(await refuse(flip)).toMatch(/damaged or was altered/);
    const rows = (copy: string): string => join(copy, moved.projectId, "rows");
    const cutRows = (copy: string): void => truncateSync(rows(copy), statSync(rows(copy)).size - 1);
    expect(await refuse(cutRows)).toMatch(/rows is missing, cut off, or was altered/);
    const cutAtPiece = (copy: string): void =>
      writeFileSync(rows(copy), dropLastPiece(readFileSync(rows(copy))));
    expect(await refuse(cutAtPiece)).toMatch(/rows is missing, cut off, or was altered/);
    const swap = (copy: string): void => cpSync(join(copy, moved.projectId, "files"), rows(copy));
    expect(await refuse(swap)).toMatch(/rows is missing, cut off, or was altered/);
  });

  test("a wrong key, and a project that the export does not have, are named", async () => {
    const copy = copyExport();
    rmSync(`${copy}.key`);
    await expect(importProjects(requestMoving(target, copy))).rejects.toThrow(
      /The key does not open the export/,
    );
    await expect(
      importProjects(requestMoving(target, folder, { projects: ["proj_none"] })),
    ).rejects.toThrow(new RegExp(`no project proj_none.\\nIt has .*${moved.projectId}`));
    const keyFile = join(makeTestFolder(), "key");
    expect(() => readExportKey(keyFile, false)).toThrow(/cannot be read \(ENOENT\)/);
    readExportKey(keyFile, true);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    writeFileSync(keyFile, "1:short");
    expect(() => readExportKey(keyFile, true)).toThrow(/does not have 32 bytes/);
  });

  test("nothing of a project can be read in an export without the key", () => {
    const names = [
      ...execFileSync("find", [folder, "-type", "f"], { encoding: "utf8" }).split("\n"),
    ];
    expect(names.filter(Boolean).map((name) => statSync(name).mode & 0o077)).not.toContain(4);
    const all = Buffer.concat(names.filter(Boolean).map((name) => readFileSync(name)));
    const stored = listStoredBytes(source, moved.projectId)
      .map(([, bytes = ""]) => bytes)
      .join("");
    const sample = Buffer.from(stored, "hex").subarray(1_000, 1_100);
    for (const text of ["webhook_url", `row_${moved.projectId}`, moved.organizationId]) {
      expect(all.includes(text), text).toBe(false);
    }
    expect([sample.length, all.includes(sample)]).toEqual([100, false]);
  });

  test("rows that the target changes are listed, and none of the project stays", async () => {
    const changed = await openInstallation(to);
    const asOwner = (...statements: readonly string[]) =>
      changed.platform.database.unscoped.transaction().execute(async (trx) => {
        for (const statement of ["set local role none", ...statements]) {
          await sql.raw(statement).execute(trx);
        }
      });
    await asOwner(
      `create function change_row() returns trigger language plpgsql as
        $$ begin if tg_table_name = 'trigger_items' then return null; end if; new.alias := 'x'; return new; end $$`,
      "create trigger change before insert on connected_accounts for each row execute function change_row()",
      "create trigger change before insert on trigger_items for each row execute function change_row()",
    );
    const refused = await importProjects(requestMoving(changed, folder)).catch((error) => error);
    expect(refused).toBeInstanceOf(RowsDifferError);
    expect([
      refused.exitCode,
      refused.differences.map(({ table }: { table: string }) => table),
    ]).toEqual([3, ["connected_accounts", "trigger_items"]]);
    expect(refused.message).toMatch(
      /- connected_accounts: 1 rows were exported, 1 are in the target, with other contents\n- trigger_items: 1 rows were exported, 0 are/,
    );
    expect(await countProjects(changed)).toBe(0);
    await asOwner(
      "drop trigger change on connected_accounts",
      "drop trigger change on trigger_items",
    );
    expect((await importProjects(requestMoving(changed, folder))).imported).toHaveLength(3);
    await asOwner("drop function change_row");
  });

  test("an export that somebody with its key made cannot bring a key of the organization along with a project", async () => {
    const { copy, place, unit, pages } = await openCopy();
    const [line = ""] = pages.find(({ table }) => table === "api_keys")?.lines ?? [];
    const added = { ...JSON.parse(line), id: "key_x", hash: "x", project_id: null };
    await writePages(place, unit, "rows", async (write) => {
      for (const page of [...pages, { table: "api_keys", lines: [JSON.stringify(added)] }]) {
        await write(page);
      }
    });
    await expect(importProjects(requestMoving(target, copy))).rejects.toThrow(
      /differ from those of the export[\s\S]*- api_keys/,
    );
    expect(await countProjects(target)).toBe(0);
  });

  test("an export that somebody with its key made cannot write the file of another project", async () => {
    const used = await openInstallation(to);
    const victim = await createFullProject(used);
    const [fileId = ""] = listStoredBytes(used, victim.projectId)[1] ?? [];
    const size = (): number => statSync(join(used.files, victim.projectId, fileId)).size;
    const before = size();
    const { copy, place, unit, pages } = await openCopy();
    const id = `../${victim.projectId}/${fileId}`;
    const file = { id, size: 1, md5: createHash("md5").update("x").digest("hex") };
    await writePages(place, unit, "files", (write) =>
      write({ table: "files", lines: [JSON.stringify(file)] }),
    );
    mkdirSync(join(copy, moved.projectId, victim.projectId));
    const path = join(copy, moved.projectId, "bytes", id);
    await writeSealedPieces(path, sealUnitFile(place, unit, `bytes/${id}`), (write) =>
      write(Buffer.from("x")),
    );
    await expect(importProjects(requestMoving(used, copy))).rejects.toThrow(/damaged/);
    expect(size()).toBe(before);
    // Nor a row by which the service would read or remove that file later.
    const [line = ""] = pages.find(({ table }) => table === "files")?.lines ?? [];
    const row = JSON.stringify({ ...JSON.parse(line), id });
    await writePages(place, unit, "files", async () => {});
    await writePages(place, unit, "rows", async (write) => {
      for (const page of pages) {
        await write(page.table === "files" ? { table: "files", lines: [row] } : page);
      }
    });
    await expect(importProjects(requestMoving(used, copy))).rejects.toThrow(/files_id_check/);
  });

  test("every row, secret and file of a project arrives beside other projects of the target", async () => {
    const used = await openInstallation(to);
    const present = await createFullProject(used);
    const before = await readProjectRows(used, present.projectId, []);
    const chosen = requestMoving(used, folder, { projects: [moved.projectId] });
    const { imported } = await importProjects(chosen);
    expect(imported.map(({ unit }) => unit.id)).toEqual([moved.organizationId, moved.projectId]);
    const expected = await readProjectRows(source, moved.projectId, Object.keys(notMoved));
    const arrived = await readProjectRows(used, moved.projectId, Object.keys(notMoved));
    for (const [name, rows] of Object.entries(expected)) {
      expect([name, rows.length > 0, arrived[name]]).toEqual([name, true, rows]);
    }
    expect(await readCounts(used, moved.projectId)).toEqual(
      await readCounts(source, moved.projectId),
    );
    expect(await openSecret(used, moved)).toBe("a secret");
    expect(listStoredBytes(used, moved.projectId)).toEqual(
      listStoredBytes(source, moved.projectId),
    );
    expect(await readProjectRows(used, present.projectId, [])).toEqual(before);

    // Once more: nothing is written twice, and the rest follows.
    const again = await importProjects(chosen);
    expect([again.imported, again.kept.map(({ id }) => id)]).toEqual([
      [],
      [moved.organizationId, moved.projectId],
    ]);
    expect((await importProjects(requestMoving(used, folder))).imported).toHaveLength(2);
  });

  test("a project that the target has from elsewhere is refused before anything is written", async () => {
    await expect(importProjects(requestMoving(source, folder))).rejects.toThrow(
      /The target has proj_\S+, proj_\S+ already, and not from this export. Nothing was written/,
    );
  });
});

test("an export refuses folders with other files, unknown projects, and additions to a finished one", async () => {
  const source = await openInstallation(pglite);
  const { projectId } = await createFullProject(source);
  const folder = makeTestFolder();
  const exporting = (more: Parameters<typeof requestMoving>[2]) =>
    exportProjects(requestMoving(source, folder, more));
  await expect(exporting({ projects: ["proj_none"] })).rejects.toThrow(
    /proj_none does not exist.\nUse an id that/,
  );
  const empty = await openInstallation(pglite);
  await expect(exportProjects(requestMoving(empty, folder))).rejects.toThrow(
    /has no projects.\nCheck DATABASE_URL/,
  );
  mkdirSync(join(folder, "photos"));
  await expect(exporting({})).rejects.toThrow(/has other files \(photos\)/);
  rmSync(join(folder, "photos"), { recursive: true });
  const { units } = await exporting({});
  expect(await exporting({})).toMatchObject({ units, isWhole: true });
  const later = await createFullProject(source);
  await expect(exporting({})).rejects.toThrow(
    new RegExp(`is finished, and has no ${later.organizationId}`),
  );
  expect(await exporting({ projects: [projectId] })).toMatchObject({ units });
});

test("a file whose bytes the source has lost is named, and the other ones move", async () => {
  const source = await openInstallation(pglite);
  const target = await openInstallation(server ?? pglite);
  const { projectId } = await createFullProject(source);
  const [small = [], large = []] = listStoredBytes(source, projectId).toSorted(
    ([, a = ""], [, b = ""]) => a.length - b.length,
  );
  truncateSync(join(source.files, projectId, large[0] ?? ""), 10);
  const folder = makeTestFolder();
  const { units } = await exportProjects(requestMoving(source, folder));
  expect(units.map(({ lost, files }) => [lost, files.count])).toEqual([
    [[], 0],
    [[large[0]], 1],
  ]);
  await importProjects(requestMoving(target, folder));
  expect(listStoredBytes(target, projectId)).toEqual([small]);
});

/** An installation without projects, for one test. */
async function openInstallation({ open }: TestDatabase): Promise<Installation> {
  const database = await open();
  onTestFinished(() => database.close());
  return createInstallation(database);
}

/** The sums of the numbers that the database keeps. */
async function readCounts({ platform }: Installation, projectId: string): Promise<unknown> {
  return await platform.database.transactInProject(projectId, async (trx) => {
    const { rows } = await sql`
      select 'account' as kind, auth_config_id || status as name, sum(accounts)::int as number from account_counts group by 2
      union all select 'config', toolkit_slug || status, sum(auth_configs)::int from auth_config_counts group by 2
      union all select 'bytes', kind, sum(bytes)::int from storage_counts group by 2 order by 1, 2`.execute(
      trx,
    );
    expect(rows).toHaveLength(5);
    return rows;
  });
}

/** A file of pieces without its last one. */
function dropLastPiece(bytes: Buffer): Buffer {
  let last = 0;
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at)) {
    last = at;
  }
  return bytes.subarray(0, last);
}
