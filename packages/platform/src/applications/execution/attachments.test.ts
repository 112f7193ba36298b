import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createEgress, type Egress } from "../../base/egress/create-egress.ts";
import { findFileInputs } from "../toolkits/files/file-inputs.ts";
import { getShippedTool, tools } from "../toolkits/testing/shipped-toolkits.ts";
import type { ToolDefinition } from "../toolkits/types/tool-types.ts";
import type { ExecutionContext, ToolOutcome } from "./execution-types.ts";
import { runExecution } from "./run-execution.ts";

/** The application: it keeps the last request, and answers what the test says. */
const application = {
  url: "",
  last: { url: "", headers: {} as NodeJS.Dict<string | string[]>, bytes: Buffer.alloc(0) },
  answer: { type: "application/json", body: "" as string | Buffer },
};
const server = createServer(async (incoming, outgoing) => {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) {
    pieces.push(Buffer.from(piece));
  }
  const { url = "", headers } = incoming;
  application.last = { url, headers, bytes: Buffer.concat(pieces) };
  outgoing.writeHead(200, { "content-type": application.answer.type });
  outgoing.end(application.answer.body);
});
let egress: Egress;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a host and port has an address of this form.
  application.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  egress = createEgress({ allow: ["127.0.0.1"] });
});
afterAll(async () => {
  await egress.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  application.answer = { type: "application/json", body: '{"id":"m","ok":true}' };
});

/** Files by their keys. */
const files = new Map<string, Buffer>();
/** The files of results. */
const stored: { name: string; mimetype: string; bytes: Buffer }[] = [];
const context = (): ExecutionContext => ({
  egress,
  openFile: async ({ key, name, mimetype }) =>
    new File([Uint8Array.from(files.get(key) ?? [])], name, { type: mimetype }),
  storeFile: async (source, { name, mimetype }) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of source) {
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    stored.push({ name, mimetype, bytes });
    const file = { id: "f", name, mimetype, url: "https://p.example/f", expires_at: "" };
    return { file, size: bytes.length };
  },
});

/** Executes a shipped tool at the application. */
async function run(slug: string, values: Record<string, unknown>): Promise<ToolOutcome> {
  const tool = getShippedTool(slug);
  const scheme = tool.toolkit.authSchemes.find(({ mode }) => mode === "OAUTH2");
  const at = (url: string): string => application.url + new URL(url).pathname;
  const { server: own } = tool.operation;
  const here: ToolDefinition = {
    ...tool,
    operation: { ...tool.operation, ...(own && { server: at(own) }) },
    toolkit: {
      ...tool.toolkit,
      server: { ...tool.toolkit.server, url: at(tool.toolkit.server.url) },
    },
  };
  const account = scheme && { scheme, values: { access_token: "t" } };
  return await runExecution({ tool: here, arguments: values, account }, context());
}

test.each([0, 1, 56, 57, 58, 1_000_003])("a mail carries a file of %i bytes", async (size) => {
  const bytes = Buffer.from(Array.from({ length: size }, (_, index) => (index * 7) % 256));
  files.set("k", bytes);
  const outcome = await run("GMAIL_SEND_EMAIL", {
    to: ["Zoë <zoe@example.com>"],
    subject: "Grüße",
    body: "Hällo",
    thread_id: "t1",
    attachments: [
      { name: 'Überblick "1".pdf', mimetype: "application/pdf", key: "k" },
      { name: "b.txt\r\nX-Evil: 1", mimetype: "text/plain\r\nX-Evil: 1", key: "k" },
    ],
  });
  expect(outcome.successful).toBe(true);
  expect(Number(application.last.headers["content-length"])).toBe(application.last.bytes.length);
  const sent = JSON.parse(application.last.bytes.toString());
  expect(sent.threadId).toBe("t1");
  const mail = await PostalMime.parse(Buffer.from(sent.raw, "base64url"));
  expect(mail).toMatchObject({ subject: "Grüße", text: expect.stringMatching(/^Hällo\s*$/) });
  expect(mail.headers.map(({ key }) => key)).not.toContain("x-evil");
  const received = mail.attachments.map(({ filename, mimeType, content }) => ({
    ...{ filename, mimeType },
    isSame: bytes.equals(Buffer.from(content as ArrayBuffer)),
  }));
  expect(received).toEqual([
    { filename: 'Überblick "1".pdf', mimeType: "application/pdf", isSame: true },
    { filename: "b.txt X-Evil: 1", mimeType: "application/octet-stream", isSame: true },
  ]);
});

test("an attachment of a mail is a file, named as its part is, whatever its size", async () => {
  const bytes = Buffer.alloc(9_000_001, "An attachment. ");
  application.answer.body = JSON.stringify({
    ...{ size: 1, parts: { data: "AAAA" }, text: 'a "data": "b" \\' },
    data: bytes.toString("base64url"),
    attachmentId: "a",
  });
  stored.length = 0;
  const outcome = await run("GMAIL_GET_ATTACHMENT", {
    ...{ id: "m1", attachment_id: "a/1", filename: "plan.pdf", mime_type: "application/pdf" },
  });
  expect(application.last.url).toBe("/gmail/v1/users/me/messages/m1/attachments/a%2F1");
  expect(outcome.data).toMatchObject({ file: { name: "plan.pdf", mimetype: "application/pdf" } });
  expect(stored[0]?.bytes.equals(bytes)).toBe(true);
});

test("a file is posted to Slack in three steps, and read", async () => {
  await run("SLACK_GET_UPLOAD_URL", { filename: "a.txt", length: 3 });
  expect(application.last.url).toBe("/api/files.getUploadURLExternal?filename=a.txt&length=3");
  files.set("k", Buffer.from("abc"));
  application.answer = { type: "text/plain", body: "OK - 3" };
  const body = { name: "a.txt", mimetype: "text/plain", key: "k" };
  const sent = await run("SLACK_UPLOAD_FILE", { upload: "CwAB", body });
  expect([sent.successful, application.last.url, application.last.bytes.toString()]).toEqual([
    true,
    "/upload/v1/CwAB",
    "abc",
  ]);
  expect(application.last.headers).not.toHaveProperty("authorization");
  application.answer = { type: "application/json", body: '{"ok":true}' };
  await run("SLACK_SHARE_FILE", { files: [{ id: "F1" }], channel_id: "C1" });
  expect(JSON.parse(application.last.bytes.toString())).toEqual({
    files: [{ id: "F1" }],
    channel_id: "C1",
  });
  application.answer = { type: "image/png", body: Buffer.from([1, 2]) };
  const read = await run("SLACK_DOWNLOAD_FILE", { file: "T1-F1", name: "a b.png" });
  expect(application.last.url).toBe("/files-pri/T1-F1/download/a%20b.png");
  expect(application.last.headers.authorization).toBe("Bearer t");
  expect(read.data).toMatchObject({ file: { name: "a b.png", mimetype: "image/png" } });
});

test("the tools that take files are those of mail and of chat", () => {
  const taking = tools.filter((tool) => findFileInputs(tool).size > 0).map(({ slug }) => slug);
  expect(taking.toSorted()).toEqual([
    "GMAIL_CREATE_DRAFT",
    "GMAIL_SEND_EMAIL",
    "SLACK_UPLOAD_FILE",
  ]);
});
