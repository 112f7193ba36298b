import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadModel } from "../../../packages/specwright/src/commands/load/load-model.ts";
import type { Model } from "../../../packages/specwright/src/document/model/model.ts";

/** The model of an OpenAPI 3.1 document with these members. The document is read in the same way as a user's. */
export function buildModelOfDocument(members: Readonly<Record<string, unknown>>): Model {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  try {
    const document = {
      openapi: "3.1.0",
      info: { title: "Test", version: "1" },
      paths: {},
      ...members,
    };
    const path = join(folder, "openapi.json");
    writeFileSync(path, JSON.stringify(document));
    return loadModel(path, { source: "openapi.json" }).model;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
