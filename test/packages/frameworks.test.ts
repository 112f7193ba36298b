import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "specwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeStarterFiles } from "../../packages/specwright/src/commands/starter/starter-files.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { readPages } from "../guide/pages.ts";
import { findNeed } from "../support/needs.ts";
import { installInto } from "./support/install.ts";
import { runWell } from "./support/run.ts";

/** Installed here and not dependencies, because they have 130 packages and nothing else uses them. */
const libraries = [
  "axios@1.21.1",
  "ky@2.1.0",
  "next@16.4.6",
  "@tanstack/react-start@1.169.5",
  "@tanstack/react-router@1.170.46",
  "react@19.2.0",
  "react-dom@19.2.0",
  "@types/react@19.2.0",
];

const patience = 180_000;

describe.skipIf(findNeed("packages") === undefined)(
  "the guide's examples of other libraries",
  { timeout: patience },
  () => {
    let folder: string;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "frameworks-"));
      const words = ["--ignore-scripts", "--omit=optional", "--legacy-peer-deps"];
      const runtime = resolveInRoot("packages/runtime");
      await installInto(folder, [...words, "--install-links", runtime, ...libraries]);
      const document = writeStarterFiles("notes").find(({ path }) => path === "openapi.yaml");
      writeFileSync(join(folder, "openapi.yaml"), document?.content ?? "");
      const settings = { targets: ["types", "client"], out: join(folder, "generated") } as const;
      await generate({ document: join(folder, "openapi.yaml"), ...settings });
      const page = readPages().find(({ name }) => name === "frameworks");
      for (const { file, code } of page?.blocks ?? []) {
        if (file?.startsWith("via-") === true) {
          writeFileSync(join(folder, file), code);
        }
      }
    }, patience);

    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test("compile", async () => {
      const options = {
        strict: true,
        target: "esnext",
        module: "nodenext",
        moduleResolution: "nodenext",
        jsx: "react-jsx",
        noEmit: true,
        skipLibCheck: true,
        types: ["node", "react"],
      };
      const include = ["via-*"];
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({ compilerOptions: options, include }),
      );
      cpSync(resolveInRoot("node_modules/@types/node"), join(folder, "node_modules/@types/node"), {
        recursive: true,
      });
      const compiler = resolveInRoot("node_modules/.bin/tsc");
      expect(await runWell(folder, compiler, ["-p", "."])).toBe("");
    });

    test.each(["axios", "ky"])("call a server through %s", async (library) => {
      const server = createServer(async (incoming, outgoing) => {
        const pieces: Buffer[] = [];
        for await (const piece of incoming) {
          pieces.push(piece);
        }
        const isSent = incoming.method === "POST";
        outgoing.writeHead(isSent ? 201 : 404, { "content-type": "application/json" });
        const note = { ...JSON.parse(Buffer.concat(pieces).toString() || "{}"), id: "n1" };
        outgoing.end(JSON.stringify(isSent ? note : { message: "There is no such note." }));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      // A server that listens on a port has an `AddressInfo`.
      const { port } = server.address() as AddressInfo;
      writeFileSync(
        join(folder, `call-${library}.ts`),
        `import { transport } from "./via-${library}.ts";
import { createNote, getNote, isApiError } from "./generated/client/index.js";
const baseUrl = "http://127.0.0.1:${port}";
console.log(await createNote(transport, { body: { text: "Buy milk." } }, { baseUrl }));
const failed = await getNote(transport, { note_id: "n2" }, { baseUrl }).catch((error) => error);
console.log(isApiError(failed, getNote) && failed.status);
`,
      );
      const printed = await runWell(folder, process.execPath, [`call-${library}.ts`]);
      expect(printed).toMatch(/id: 'n1'[\s\S]*404/);
      await new Promise((resolve) => server.close(resolve));
    });
  },
);
