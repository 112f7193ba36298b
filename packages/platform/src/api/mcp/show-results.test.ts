import { expect, test } from "vitest";
import type { FileResult } from "../../applications/execution/execution-types.ts";
import { countJsonBytes, largestAnswer } from "../../base/sharing/fit-answer.ts";
import { showResults } from "./show-results.ts";

const about = { error: null, successful: true };

function toFile(id: string): FileResult {
  const url = `https://platform.example.com/files/${id}`;
  return { id, name: `${id}.pdf`, mimetype: "application/pdf", url, expires_at: "2026-01-01" };
}

test("bytes and files of results are content, in the order of the results, each after a line that names its tool", async () => {
  const bytes = { content: "AQID", encoding: "base64", mimetype: "image/png" };
  const [small, large] = [toFile("small"), toFile("large")];
  const results = [
    { ...about, tool_slug: "ACME_GET_THING", log_id: "log_1", data: { ok: true } },
    { ...about, tool_slug: "ACME_GET_PICTURE", log_id: "log_2", data: bytes },
    { ...about, tool_slug: "ACME_GET_PAPER", log_id: "log_3", data: { file: small } },
    { ...about, tool_slug: "ACME_GET_FILM", log_id: "log_4", data: { file: large } },
  ];
  const shown = await showResults(
    { results, total_count: 4, success_count: 4, error_count: 0 },
    new Map([
      [2, small],
      [3, large],
    ]),
    async (id) => (id === "small" ? Buffer.from("%PDF") : undefined),
  );
  expect(shown.structuredContent).toMatchObject({
    results: [
      { data: { ok: true } },
      { data: { mimetype: "image/png", size: 3 } },
      { data: { file: { name: "small.pdf" } } },
      { data: { file: { name: "large.pdf" } } },
    ],
  });
  expect(shown.content).toEqual([
    { type: "text", text: "Result 2 of 4, ACME_GET_PICTURE:" },
    { type: "image", data: "AQID", mimeType: "image/png" },
    { type: "text", text: "Result 3 of 4, ACME_GET_PAPER:" },
    {
      type: "resource",
      resource: { uri: small.url, mimeType: "application/pdf", blob: "JVBERg==" },
    },
    { type: "text", text: "Result 4 of 4, ACME_GET_FILM:" },
    { type: "resource_link", uri: large.url, name: "large.pdf", mimeType: "application/pdf" },
  ]);
});

test("files for which an answer of 4 MB has no room are links", async () => {
  const read: string[] = [];
  const files = Array.from({ length: 12 }, (_, place) => ({
    ...toFile(String(place)),
    mimetype: "image/png",
  }));
  const shown = await showResults(
    {
      results: files.map((file) => ({
        ...about,
        tool_slug: "ACME_GET_PAPER",
        log_id: null,
        data: { file },
      })),
      total_count: 12,
      success_count: 12,
      error_count: 0,
    },
    new Map(files.entries()),
    async (id) => {
      read.push(id);
      return Buffer.alloc(1024 * 1024);
    },
  );
  expect(read).toHaveLength(2);
  expect(shown.content.filter(({ type }) => type === "image")).toHaveLength(2);
  expect(shown.content.filter(({ type }) => type === "resource_link")).toHaveLength(10);
  expect(countJsonBytes(shown)).toBeLessThan(largestAnswer);
});

test("a file that a model would read as text is a link above 24 kB", async () => {
  const files = [toFile("short"), toFile("long")];
  const results = files.map((file) => ({
    ...about,
    tool_slug: "ACME_GET_PAPER",
    log_id: null,
    data: { file },
  }));
  const shown = await showResults(
    { results, total_count: 2, success_count: 2, error_count: 0 },
    new Map(files.entries()),
    async (id) => Buffer.alloc(id === "short" ? 24_000 : 24_001),
  );
  expect(shown.content.map(({ type }) => type)).toEqual([
    "text",
    "resource",
    "text",
    "resource_link",
  ]);
});
