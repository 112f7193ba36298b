import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { run as runHere } from "../../../test/run-cli.ts";
import { makeTemporaryFolder, writeFiles } from "../../../test/temporary-folder.ts";

interface Api {
  readonly version: string;
  readonly title?: string;
  readonly id: string;
  readonly tag: string;
  readonly url?: string;
}

/** Writes the document of a version, and adds its reference to the site. */
async function addVersion(folder: string, { version, title, id, tag, url }: Api): Promise<void> {
  const responses = { 200: { description: "All." } };
  const document = {
    openapi: "3.1.0",
    info: { title: title ?? "Notes", version },
    paths: {
      "/notes": { get: { operationId: id, tags: [tag], responses } },
      "/kept": { get: { operationId: "kept", tags: ["kept"], responses } },
    },
  };
  const docs = { out: "site", versions: true, ...(url !== undefined && { url }) };
  const apis = { notes: { root: "openapi.json", "x-specwright": { docs } } };
  writeFiles(folder, {
    "openapi.json": JSON.stringify(document),
    "redocly.yaml": JSON.stringify({ apis }),
  });
  const { code, err } = await runHere(folder, ["docs"]);
  expect([code, err]).toEqual([0, ""]);
}

test("the feed has an entry for each version, whose id and time stay when the site moves and gets another title", async () => {
  const folder = makeTemporaryFolder({});
  const read = (path: string): string => readFileSync(join(folder, "site", path), "utf8");
  const listIds = (): string[] =>
    [...read("feed.xml").matchAll(/<id>(.*)<\/id>/g)].map(([, id = ""]) => id);
  const listTimes = (): string[] =>
    [...read("feed.xml").matchAll(/<updated>(.*)<\/updated>/g)].map(([, time = ""]) => time);
  await addVersion(folder, { version: "1.0.0", id: "listNotes", tag: "notes" });
  const [feed = "", first = ""] = listIds();
  expect(feed).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  expect(read("feed.xml")).toContain(
    '<link rel="alternate" type="text/html" href="1.0.0/changes.html"/>',
  );
  // As if it had been added earlier.
  const versions = read("versions.json").replace(
    /"added": ".*"/,
    '"added": "2020-02-03T04:05:06Z"',
  );
  writeFileSync(join(folder, "site/versions.json"), versions);

  const url = "https://docs.acme.example/api/";
  const now = "2026-11-21T10:00:00Z";
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
  await addVersion(folder, {
    version: "1.1.0",
    title: "Other",
    id: "findNotes",
    tag: "notes",
    url,
  });
  const [still, second, last] = listIds();
  expect([still, last]).toEqual([feed, first]);
  expect(second).not.toBe(first);
  expect(listTimes()).toEqual([now, now, "2020-02-03T04:05:06Z"]);
  expect(read("feed.xml")).toContain(
    `<link rel="self" type="application/atom+xml" href="${url}feed.xml"/>`,
  );
  expect(read("feed.xml")).toContain(`href="${url}1.1.0/changes.html"`);
  expect(read("feed.xml")).toMatch(/&#60;li&#62;.*listNotes/);
  expect(read("1.1.0/changes.html")).toContain(
    'type="application/atom+xml" title="What changed" href="../feed.xml"',
  );
  expect(read("versions.html")).toContain("<time>2020-02-03</time>");
  const { code } = await runHere(folder, ["docs", "--check"]);
  expect(code).toBe(0);
});

test("the feed has texts of the document as text, without characters that XML does not have", async () => {
  const folder = makeTemporaryFolder({});
  const title = 'a & <b> "c" ]]> \u0000\u000b\ufffe\ud800 </title><script>';
  await addVersion(folder, { version: "1.0.0 <x>", title, id: "listNotes", tag: "notes" });
  await addVersion(folder, { version: "2.0.0", title, id: "x</li><script>&", tag: "notes" });
  const feed = readFileSync(join(folder, "site/feed.xml"), "utf8");
  const tags = [...feed.matchAll(/<[/?]?([\w]+)/g)].map(([, name]) => name);
  expect(new Set(tags)).toEqual(
    new Set([
      "xml",
      "feed",
      "id",
      "title",
      "updated",
      "author",
      "name",
      "link",
      "entry",
      "content",
    ]),
  );
  expect([...feed].filter((each) => (each < " " && each !== "\n") || each >= "\ufffe")).toEqual([]);
  expect(feed).not.toMatch(/&(?!#\d+;)/);
  expect(feed.isWellFormed()).toBe(true);
  // The content is HTML in which the text is escaped once more.
  expect(feed).toContain("x&#38;#60;/li");
});

test("the address of an operation that has a new id, or of a tag with a new name, leads to the new page, also after more versions", async () => {
  const folder = makeTemporaryFolder({});
  const read = (path: string): string => readFileSync(join(folder, "site", path), "utf8");
  const url = "https://docs.acme.example";
  await addVersion(folder, { version: "1.0.0", id: "listNotes", tag: "notes", url });
  await addVersion(folder, { version: "1.1.0", id: "findNotes", tag: "texts", url });
  const page = read("latest/operations/list-notes.html");
  expect(page).toContain(
    '<meta http-equiv="refresh" content="0; url=../operations/find-notes.html">',
  );
  expect(page).toContain(
    '<link rel="canonical" href="https://docs.acme.example/latest/operations/find-notes.html">',
  );
  expect(page).toContain('<a href="../operations/find-notes.html">moved</a>');
  expect(page).not.toContain("<script");
  expect(read("1.1.0/operations/list-notes.md")).toContain("[here](../operations/find-notes.md)");
  expect(read("1.1.0/tags/notes.html")).toContain("url=../tags/texts.html");
  expect(read("1.1.0/sitemap.xml")).not.toContain("list-notes");

  await addVersion(folder, { version: "1.2.0", id: "readNotes", tag: "texts", url });
  expect(read("latest/operations/list-notes.html")).toContain("url=../operations/read-notes.html");
  expect(read("latest/operations/find-notes.html")).toContain("url=../operations/read-notes.html");
  expect(read("latest/tags/notes.html")).toContain("url=../tags/texts.html");

  // An address that is in use again has its own page.
  await addVersion(folder, { version: "1.3.0", id: "listNotes", tag: "notes", url });
  expect(read("latest/operations/list-notes.html")).not.toContain("refresh");
  expect(read("latest/operations/find-notes.html")).toContain("url=../operations/list-notes.html");
  expect(read("latest/operations/kept.html")).not.toContain("refresh");
  expect(existsSync(join(folder, "site/1.0.0/moved.json"))).toBe(false);
});
