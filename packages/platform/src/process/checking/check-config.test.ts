import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { shiftClock } from "../../../test/chaos/support/shift-clock.ts";
import { runPlatform } from "../../../test/running/support/platform-process.ts";
import { runHere } from "../../../test/running/support/run-here.ts";
import { openDatabase } from "../../base/db/opening/open-database.ts";
import { startS3Server } from "../../base/files/testing/s3-server.ts";
import { createDatabase } from "../../testing/created-databases.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { formatConfigProblem } from "../config/read-config.ts";
import { checkConfig } from "./check-config.ts";

const run = promisify(execFile);
testDatabases();
const server = findNeed("postgresql");
const faketime = findNeed("faketime");
const mount = findNeed("tmpfs");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platform-check-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function listProblems(environment: Readonly<Record<string, string>>) {
  const { problems } = await checkConfig({ PLATFORM_DATA: join(folder, "none"), ...environment });
  for (const { message } of problems) {
    // A line each, with what to do: a second sentence, or a part after a semicolon.
    expect(message).toMatch(/^[^\n]*(?:\. |; |has to )[^\n]*\.$/);
  }
  return problems.map(formatConfigProblem);
}

const key = (fill: number): string => Buffer.alloc(32, fill).toString("base64");
const shared = (DATABASE_URL: string) => ({
  DATABASE_URL,
  PLATFORM_BASE_URL: "http://localhost:3000",
  PLATFORM_MASTER_KEYS: `1:${key(1)}`,
});

test("an installation that was never started is right, and looking at it leaves no trace", async () => {
  const data = join(folder, "new", "data");
  expect(await listProblems({ PLATFORM_DATA: data })).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test("everything that is wrong is reported at once, in both forms, and the start reports the same", async () => {
  const file = join(folder, "plain");
  await writeFile(file, "");
  const environment = {
    DATABASE_URL: "postgres://user:hunter2@127.0.0.1:1/platform",
    PLATFORM_BASE_URL: "https://platform.example.com",
    PLATFORM_MASTER_KEYS_FILE: join(folder, "missing"),
    PLATFORM_RATE_LIMIT: "0",
    PLATFORM_DATA: join(file, "data"),
    PLATFORM_FILES: "s3://files?endpoint=http://127.0.0.1:1&region=eu",
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "hunter2",
  };
  const expected = [
    /^PLATFORM_MASTER_KEYS_FILE: cannot be read \(ENOENT\)\. Mount /,
    /^PLATFORM_RATE_LIMIT: has to be a whole number/,
    /^PLATFORM_TRUSTED_PROXIES: .* no proxy is named/,
    /^DATABASE_URL: The database of DATABASE_URL cannot be used: ECONNREFUSED\. Check/,
    /^PLATFORM_DATA: The data directory .* cannot be used: .* \(ENOTDIR\)\. Set/,
    /^PLATFORM_FILES: the bucket files cannot be used: .*ECONNREFUSED.*\. Correct/,
  ].map((each) => expect.stringMatching(each));
  const { code, stdout } = await runHere(["check-config", "--json"], environment);
  const { problems, settings } = JSON.parse(stdout);
  expect(problems.map(formatConfigProblem)).toEqual(expected);
  expect(settings.find((each: { name: string }) => each.name === "PLATFORM_DATA")).toEqual({
    name: "PLATFORM_DATA",
    value: environment.PLATFORM_DATA,
    source: "environment",
  });
  const shown = await runHere(["check-config"], environment);
  expect([code, shown.code]).toEqual([1, 1]);
  expect(stdout + shown.stdout).not.toContain("hunter2");
  expect(shown.stdout).toMatch(
    /^DATABASE_URL +postgres:\/\/user:\*\*\*@127.0.0.1:1\/platform +environment$/m,
  );
  const started = await runHere(["serve"], environment);
  expect(started.code).toBe(1);
  const lines = started.stderr.trim().split("\n- ");
  expect(lines.slice(1)).toEqual(expected);
  expect(shown.stdout).toContain(
    lines
      .slice(1)
      .map((line) => `- ${line}`)
      .join("\n"),
  );
});

test("a data directory of other files, without its master keys, or in place of a file is reported", async () => {
  const of = async (name: string, file: string): Promise<readonly string[]> => {
    await mkdir(join(folder, name, "sub"), { recursive: true });
    await writeFile(join(folder, name, file), "");
    return await listProblems({ PLATFORM_DATA: join(folder, name) });
  };
  expect(await of("others", "thesis.doc")).toEqual([
    expect.stringMatching(
      /^PLATFORM_DATA: The directory .* has other files .*\. Set PLATFORM_DATA/,
    ),
  ]);
  await mkdir(join(folder, "keyless", "postgres"), { recursive: true });
  expect(await of("keyless", "lock")).toEqual([
    expect.stringMatching(/^PLATFORM_DATA: .*master-keys is missing, .* Restore the file/),
  ]);
  expect(await of("damaged", "master-keys")).toEqual([]);
  await mkdir(join(folder, "damaged", "postgres"));
  expect(await of("damaged", "master-keys")).toEqual([
    expect.stringMatching(/^PLATFORM_DATA: .*master-keys cannot be read: .* Restore it/),
  ]);
});

test.skipIf(mount === undefined)(
  "a volume that is read-only is reported, also to root",
  async () => {
    const volume = join(folder, "volume");
    const files = join(volume, "files");
    await mkdir(volume);
    await run("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", volume]);
    try {
      await mkdir(files);
      await run("mount", ["-o", "remount,ro", volume]);
      for (const data of [volume, join(volume, "new")]) {
        expect(await listProblems({ PLATFORM_DATA: data })).toEqual([
          expect.stringMatching(/^PLATFORM_DATA: .* its file system is read-only \(EROFS\)\. Set/),
        ]);
      }
      await run("mount", ["-o", "remount,rw", volume]);
      await run("mount", ["--bind", files, files]);
      await run("mount", ["-o", "remount,bind,ro", files]);
      expect(await listProblems({ PLATFORM_DATA: volume, PLATFORM_DISK_RESERVE: "off" })).toEqual([
        expect.stringMatching(/volume\/files cannot be used: its file system is read-only/),
      ]);
      await run("umount", [files]);
      expect(await listProblems({ PLATFORM_DATA: volume, PLATFORM_DISK_RESERVE: "1GiB" })).toEqual([
        expect.stringMatching(/^PLATFORM_DISK_RESERVE: the disk of .* has less room/),
      ]);
    } finally {
      await run("umount", ["--recursive", volume]);
    }
  },
);

test("a bucket that refuses a write, and documents of toolkits that are wrong, are reported", async () => {
  const s3 = await startS3Server();
  for (const [name, value] of Object.entries(s3.environment)) {
    vi.stubEnv(name, name.includes("SECRET") ? "wrong" : value);
  }
  const own = join(folder, "own");
  await mkdir(own);
  await writeFile(join(own, "a.yaml"), "openapi: 3.1.0");
  try {
    expect(await listProblems({ PLATFORM_FILES: s3.location, PLATFORM_TOOLKITS: own })).toEqual([
      expect.stringMatching(/^PLATFORM_FILES: .* the credentials are refused \(403\)\. Correct/),
      expect.stringMatching(/^PLATFORM_TOOLKITS: Toolkits cannot be used: .*a\.yaml/),
    ]);
    expect(await readdir(folder)).not.toContain("none");
  } finally {
    vi.unstubAllEnvs();
    await s3.close();
  }
});

describe.skipIf(server === undefined)("a server of PostgreSQL", () => {
  const query = async (url: string, text: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows;
  };

  test("an empty database is right, and stays empty", async () => {
    const url = await createDatabase(server ?? "");
    expect(await listProblems(shared(url))).toEqual([]);
    expect(
      await query(url, "select from pg_class where relnamespace = 'public'::regnamespace"),
    ).toEqual([]);
  });

  test("a wrong password, a database that does not exist and a server that is too old are reported", async () => {
    const url = new URL(await createDatabase(server ?? ""));
    const missing = new URL(url);
    missing.pathname = "/missing";
    const wrong = new URL(url);
    wrong.password = "wrong";
    expect(await listProblems(shared(missing.href))).toEqual([
      expect.stringContaining("the database does not exist"),
    ]);
    expect(await listProblems(shared(wrong.href))).toEqual([
      expect.stringContaining("the user or the password is wrong"),
    ]);
    // Debian has one version of PostgreSQL. This one says that it is an older one, to every connection.
    await query(
      url.href,
      `create function public.current_setting(name text) returns text language sql as
        $$ select case name when 'server_version_num' then '140011' else pg_catalog.current_setting(name) end $$;
      alter database ${url.pathname.slice(1)} set search_path = public, pg_catalog`,
    );
    const problem = /PostgreSQL 14, and the service needs 15 or later\. Upgrade/;
    expect(await listProblems(shared(url.href))).toEqual([expect.stringMatching(problem)]);
    await expect(openDatabase({ kind: "postgres", url: url.href, poolSize: 1 })).rejects.toThrow(
      problem,
    );
  });

  test("a connection that fails before a statement is reported", async () => {
    const url = await createDatabase(server ?? "");
    const report = async (change: (url: URL) => void): Promise<readonly string[]> => {
      const changed = new URL(url);
      change(changed);
      return await listProblems(shared(changed.href));
    };
    const cannot = (reason: string) => [
      expect.stringMatching(
        `^DATABASE_URL: The database of DATABASE_URL cannot be used: ${reason}`,
      ),
    ];
    expect(await report((to) => to.searchParams.set("sslmode", "verify-full"))).toEqual(
      cannot("(?:DEPTH_ZERO_SELF_SIGNED_CERT|The server does not support SSL)"),
    );
    const withoutPassword = await report((to) => {
      to.password = "";
    });
    expect(withoutPassword).toEqual(cannot("SASL: .*password"));
    expect(await report((to) => to.searchParams.set("host", join(folder, "no-socket")))).toEqual(
      cannot("connect ENOENT "),
    );
    expect(await report((to) => to.searchParams.set("options", "-c unknown=1"))).toEqual(
      cannot('unrecognized configuration parameter "unknown"'),
    );
    const other = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    try {
      const port = String((other.address() as AddressInfo).port);
      const noDatabase = await report((to) => {
        to.port = port;
      });
      expect(noDatabase).toEqual(cannot("Connection terminated"));
    } finally {
      other.close();
    }
  });

  test("tables of another user are reported", async () => {
    const url = await createDatabase(server ?? "");
    await openDatabase({ kind: "postgres", url, poolSize: 1 }).then(({ close }) => close());
    const stranger = Object.assign(new URL(url), { username: "check_stranger", password: "x" });
    for (const member of ["", "in role app"]) {
      await query(url, `create role check_stranger login password 'x' ${member}`);
      try {
        expect(await listProblems(shared(stranger.href))).toEqual([
          expect.stringMatching(/^DATABASE_URL: its user does not own the tables of the service/),
        ]);
      } finally {
        await query(url, "drop role check_stranger");
      }
    }
  });

  test("other master keys, another prefix and a later schema are reported", async () => {
    const url = await createDatabase(server ?? "");
    await runHere(["keys", "create"], shared(url));
    expect(await listProblems(shared(url))).toEqual([]);
    const withKeys = (PLATFORM_MASTER_KEYS: string) =>
      listProblems({ ...shared(url), PLATFORM_MASTER_KEYS });
    expect(await withKeys(`1:${key(2)}`)).toEqual([
      expect.stringMatching(/^PLATFORM_MASTER_KEYS: .*version 1 is not the one that wraps/),
    ]);
    expect(await withKeys(`2:${key(1)}`)).toEqual([
      expect.stringMatching(/^PLATFORM_MASTER_KEYS: .*not configured: version 1\. Add/),
    ]);
    expect(await listProblems({ ...shared(url), PLATFORM_DB_ROLE_PREFIX: "acme_" })).toEqual([
      expect.stringMatching(/^PLATFORM_DB_ROLE_PREFIX: .*Leave out PLATFORM_DB_ROLE_PREFIX/),
    ]);
    await query(url, "insert into platform_migrations values ('9999-later', now(), true)");
    expect(await listProblems(shared(url))).toEqual([
      expect.stringMatching(/^DATABASE_URL: .*9999-later of a later version/),
    ]);
  });

  test.skipIf(faketime === undefined)("a clock that is an hour off is reported", async () => {
    const url = await createDatabase(server ?? "");
    const environment = {
      ...shared(url),
      ...shiftClock(faketime ?? "", "+1h"),
      PLATFORM_DATA: folder,
    };
    const { code, stdout } = await runPlatform(["check-config", "--json"], environment);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).problems).toEqual([
      {
        variable: "DATABASE_URL",
        message: expect.stringMatching(
          /clock of the server is 3[56]\d\d s behind this machine's\. Let/,
        ),
      },
    ]);
  });
});
