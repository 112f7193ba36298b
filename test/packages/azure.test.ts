import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parseFileLocation } from "../../packages/platform/src/base/files/file-location.ts";
import { createContainer } from "../../packages/platform/src/base/files/testing/azure-container.ts";
import { testStore } from "../../packages/platform/src/base/files/testing/store-contract.ts";
import { openFileStore } from "../../packages/platform/src/process/starting/open-file-store.ts";
import { testFiles } from "../../packages/platform/test/e2e/suites/files.ts";
import { startWorld, type World } from "../../packages/platform/test/e2e/world.ts";
import { findFreePort } from "../support/free-port.ts";
import { findNeed } from "../support/needs.ts";
import { patience } from "../support/patience.ts";
import { installInto } from "./support/install.ts";

/** Installed here and not a dependency, because it has 365 MB and is used only here. */
const azurite = "azurite@3.37.0";

const limit = 300_000;

/** The account that azurite has from the start; its key is published. */
const account = {
  name: "devstoreaccount1",
  key: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
};

describe.skipIf(findNeed("packages") === undefined)("Azure", { timeout: limit }, () => {
  let folder: string;
  let server: ChildProcess;
  let port: number;
  const describeAccount = (key = account.key): string =>
    `DefaultEndpointsProtocol=http;AccountName=${account.name};AccountKey=${key};BlobEndpoint=http://127.0.0.1:${port}/${account.name};`;
  const openStore = (container = "files", key?: string) => {
    const files = parseFileLocation(`azure://${container}/test`, describeAccount(key));
    if ("problem" in files) {
      throw new Error(files.problem);
    }
    return openFileStore({ files, dataDirectory: folder });
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "azurite-"));
    await installInto(folder, ["--ignore-scripts", azurite]);
    port = await findFreePort();
    server = spawn(
      process.execPath,
      [
        join(folder, "node_modules/azurite/dist/src/blob/main.js"),
        ...["--inMemoryPersistence", "--blobPort", String(port), "--skipApiVersionCheck"],
      ],
      { stdio: "ignore" },
    );
    await vi.waitFor(() => createContainer(describeAccount(), "files"), patience);
  }, limit);

  afterAll(() => {
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  describe("files in a container", () => {
    testStore(
      () => openStore(),
      () => folder,
    );
  });

  describe("files of tools", () => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld({
        environment: {
          PLATFORM_FILES: "azure://files/e2e",
          AZURE_STORAGE_CONNECTION_STRING: describeAccount(),
        },
      });
    }, limit);
    afterAll(() => world?.close());
    testFiles(() => world);
  });

  test("a missing container and a wrong key are reported at the start", async () => {
    await expect(openStore("missing")).rejects.toThrow(
      "PLATFORM_FILES: the container missing cannot be used: it does not exist (404).",
    );
    const wrong = Buffer.alloc(64, 1).toString("base64");
    await expect(openStore("files", wrong)).rejects.toThrow("the credentials are refused (403)");
  });
});
