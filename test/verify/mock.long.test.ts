import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { verify } from "specwright";
import { expect, onTestFinished, test } from "vitest";
import { makeTemporaryFolder } from "../../packages/specwright/test/temporary-folder.ts";
import { startMock } from "../../scripts/serve/prism.ts";
import { clinicDocument } from "./clinic-document.ts";

test("verify finds that a mock keeps nothing and knows no keys, and the faults of its answers", async () => {
  const text = JSON.stringify(clinicDocument);
  const document = join(makeTemporaryFolder(), "openapi.json");
  writeFileSync(document, text);
  const mock = await startMock(text);
  onTestFinished(() => mock.stop());
  const { findings, skipped, unfollowed } = await verify({
    document,
    url: mock.url,
    auth: { Key: "any" },
    timeout: 2,
  });
  const found = new Map<string, Set<string>>();
  for (const { check, operation } of findings) {
    found.set(check, (found.get(check) ?? new Set()).add(operation));
  }
  const [pet, visits] = ["/pets/{petId}", "/pets/{petId}/visits"];
  const [readPet, readVisit] = [`GET ${pet}`, `GET ${visits}/{visitId}`];
  const writes = ["POST /pets", `PUT ${pet}`, `PATCH ${pet}`, `POST ${visits}`];
  const reads = ["GET /pets", readPet, `GET ${visits}`, readVisit];
  expect([skipped, unfollowed]).toEqual([[], []]);
  expect(Object.fromEntries(found)).toEqual({
    // It does not answer a JSON body that ends too early.
    "no-answer": new Set(writes),
    "credentials-ignored": new Set([...reads, ...writes, `DELETE ${pet}`]),
    "allow-missing": new Set(["GET /health", ...reads]),
    // It accepts any key. Its answers are examples, whatever was written.
    "unknown-found": new Set([readPet, readVisit]),
    "write-lost": new Set([...writes, readPet, readVisit]),
    "deleted-found": new Set([readPet]),
    "parameter-ignored": new Set(["GET /pets"]),
  });
}, 120_000);
