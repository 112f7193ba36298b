import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleTheDocument } from "../../../../test/support/document.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { client } from "../e2e/application.ts";
import { createCoverage } from "../e2e/coverage.ts";
import { readPostgresEnvironment, type Storage, startWorld, type World } from "../e2e/world.ts";
import { dumpDatabase } from "./dump-database.ts";
import { writeToolkitsWithWatches } from "./lookout.ts";
import { plantFiles } from "./plant-files.ts";
import { plantImports } from "./plant-imports.ts";
import { plantSecrets } from "./plant-secrets.ts";
import { plantWatches } from "./plant-watches.ts";
import { createPlanting } from "./planting.ts";
import { findSecrets, listSecretForms } from "./secret-forms.ts";

/** Puts secrets into every place that accepts one, and then searches for them everywhere. */
export function testCanaries(storage: Storage): void {
  const masterKey = randomBytes(32);
  const answers: string[] = [];
  const printed: string[] = [];
  const { planted, planting } = createPlanting();
  let world: World;
  let url: string | undefined;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "platform-canary-"));
    const stop = capture(printed);
    try {
      url = storage === "PGlite" ? undefined : await createDatabase();
      const coverage = createCoverage((await bundleTheDocument()).document);
      world = await startWorld({
        storage,
        writeToolkits: writeToolkitsWithWatches,
        environment: {
          ...(url !== undefined && (await readPostgresEnvironment(url))),
          PLATFORM_DATA: folder,
          PLATFORM_LOG_LEVEL: "trace",
          PLATFORM_MASTER_KEYS: `1:${masterKey.toString("base64")}`,
        },
        coverage: {
          ...coverage,
          fetch: async (request) => {
            const response = await coverage.fetch(request);
            const headers = JSON.stringify([...response.headers]);
            answers.push(
              `${request.method} ${response.status}\n${headers}\n${await response.clone().text()}`,
            );
            return response;
          },
        },
      });
      await plantSecrets(world, planting);
      await plantWatches(world, planting);
      await plantImports(world, planting);
      await plantFiles(world, planting, folder);
      planted.secrets.set("client secret of the deployment", client.secret);
      planted.secrets.set("master key", masterKey.toString("latin1"));
    } finally {
      stop();
    }
  }, 120_000);
  afterAll(async () => {
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const listForms = (
    wanted: (slot: string) => boolean,
    texts: ReadonlyMap<string, string> = planted.secrets,
  ): ReadonlyMap<string, readonly string[]> =>
    new Map(
      [...texts]
        .filter(([slot]) => wanted(slot))
        .map(([slot, secret]) => [
          slot,
          slot === "master key" ? listMasterForms(masterKey) : listSecretForms(secret),
        ]),
    );

  test("the secrets were really in use", () => {
    const { seen } = world.application;
    const sent = JSON.stringify(
      seen.map(({ headers, query, body }) => [headers, [...query], body]),
    );
    const used = findSecrets(
      sent,
      listForms(() => true),
    ).join("\n");
    for (const slot of [
      "api key",
      "bearer token",
      "password",
      "custom header",
      "custom query",
      "state",
      "code verifier",
      "token 2",
      "token of a channel",
      "address of a channel",
      "topic of a watch",
      "client secret of the deployment",
      "client secret of the project",
      "bytes of a file that is taken",
    ]) {
      expect(used).toContain(slot);
    }
    expect([...planted.secrets.values()].every((secret) => secret.length >= 12)).toBe(true);
    expect(planted.secrets.size).toBeGreaterThan(90);
  });

  test("the database contains none, in any form", async () => {
    const dump = await dumpDatabase(world, { folder, ...(url !== undefined && { url }) });
    // The dump contains values that are not secret, so it would also contain a secret.
    expect(dump).toContain("typist");
    for (const [slot, text] of planted.content) {
      const forms = new Map([[slot, listSecretForms(text)]]);
      expect([slot, findSecrets(dump, forms).length]).toEqual([slot, 1]);
    }
    expect(
      findSecrets(
        dump,
        listForms(() => true),
      ),
    ).toEqual([]);
  });

  test("the log at its lowest level and the streams of the process hold none, in any form", () => {
    const text = [...world.log, ...printed].join("\n");
    expect(text).toContain('"msg":"unexpected error"');
    for (const texts of [planted.secrets, planted.content]) {
      expect(
        findSecrets(
          text,
          listForms(() => true, texts),
        ),
      ).toEqual([]);
    }
  });

  test("no answer contains one, apart from those that are shown once", () => {
    expect(answers.length).toBeGreaterThan(80);
    expect(
      findSecrets(
        answers.join("\n"),
        listForms((slot) => !planted.shown.has(slot)),
      ),
    ).toEqual([]);
    const shownContent = listForms((slot) => !planted.hidden.has(slot), planted.content);
    expect(findSecrets(answers.join("\n"), shownContent)).toHaveLength(shownContent.size);
    const hidden = listForms((slot) => planted.hidden.has(slot), planted.content);
    expect(findSecrets(answers.join("\n"), hidden)).toEqual([]);
    for (const slot of planted.shown) {
      // The browser carries its own token, state and cookie to its page and back. A key is shown only once.
      const holding = answers.filter((text) => text.includes(planted.secrets.get(slot) ?? ""));
      if (slot.endsWith("key")) {
        expect([slot, holding.length <= 1]).toEqual([slot, true]);
      }
    }
  });
}

function listMasterForms(key: Buffer): readonly string[] {
  return [
    key.toString("base64"),
    key.toString("base64url"),
    key.toString("hex"),
    key.toString("latin1"),
  ];
}

/** Collects the texts that the process prints, until the returned function is called. */
function capture(printed: string[]): () => void {
  const streams = [process.stdout, process.stderr];
  const originals = streams.map((stream) => stream.write);
  for (const [index, stream] of streams.entries()) {
    const original = originals[index];
    // The overloads of write differ in the arguments after the text. They are passed on.
    stream.write = ((text: string | Uint8Array, ...rest: []) => {
      printed.push(Buffer.from(text as Uint8Array).toString("utf8"));
      return original?.call(stream, text, ...rest) ?? true;
    }) as typeof stream.write;
  }
  return () => {
    for (const [index, stream] of streams.entries()) {
      const original = originals[index];
      if (original !== undefined) {
        stream.write = original;
      }
    }
  };
}
