import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { afterAll, expect, test } from "vitest";
import { listLockedPackages } from "../dependencies/list-packages.ts";
import { resolveInRoot } from "../support/paths.ts";
import { sbomSubjects, writeSbom } from "./write-sbom.ts";

const folder = mkdtempSync(join(tmpdir(), "sbom-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The part of a bill that is read here. */
interface Bill {
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly {
    readonly "bom-ref": string;
    readonly purl: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }[];
}

const written = new Map<string, ReturnType<typeof write>>();

function read(subject: (typeof sbomSubjects)[number]): ReturnType<typeof write> {
  const found = written.get(subject) ?? write(subject);
  written.set(subject, found);
  return found;
}

async function write(subject: (typeof sbomSubjects)[number]) {
  const file = await writeSbom(subject, folder);
  const bill: Bill = JSON.parse(readFileSync(file, "utf8"));
  return { file, bill, refs: bill.components.map((each) => each["bom-ref"]) };
}

/** CycloneDX's own schemas. */
function createJudge() {
  const manifest = import.meta.resolve("@cyclonedx/cyclonedx-library/package.json");
  const readSchema = (name: string): object =>
    JSON.parse(readFileSync(new URL(`res/schema/${name}.SNAPSHOT.schema.json`, manifest), "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  // Formats of internationalized texts, which ajv-formats does not have.
  for (const name of ["idn-email", "iri-reference"]) {
    ajv.addFormat(name, true);
  }
  for (const name of ["spdx", "jsf-0.82"]) {
    ajv.addSchema(readSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  return ajv.compile(readSchema("bom-1.5"));
}

test.each(sbomSubjects)(
  "the bill of %s is valid CycloneDX, with the hash of each package of others",
  async (subject) => {
    const { bill } = await read(subject);
    const judge = createJudge();
    judge(bill);
    expect(judge.errors ?? []).toEqual([]);
    judge({ ...bill, components: [{ name: "no type" }] });
    expect(judge.errors).not.toBeNull();
    const locked = new Map(
      listLockedPackages().map(({ path, version, integrity = "" }) => [
        `${path.split("node_modules/").at(-1)}@${version}`,
        Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex"),
      ]),
    );
    const ours = /^(?:@specwright\/|@platform\/|specwright@)/;
    const others = bill.components.filter((each) => !ours.test(each["bom-ref"]));
    expect(others.length).toBeGreaterThan(5);
    for (const each of others) {
      const sha512 = each.hashes?.find(({ alg }) => alg === "SHA-512")?.content;
      expect([each["bom-ref"], sha512]).toEqual([each["bom-ref"], locked.get(each["bom-ref"])]);
    }
  },
);

test("the bill of the service has every package that a production installs", async () => {
  const { file, bill, refs } = await read("the service");
  expect(file).toMatch(/integration-platform-\d+\.\d+\.\d+\.cdx\.json$/);
  expect(bill.metadata.component).toMatchObject({ name: "integration-platform" });
  const installed = readFileSync(resolveInRoot("test/packages/service-packages.txt"), "utf8");
  // A production leaves these out (`--omit=optional`). The bill has what a package may bring along.
  const optional = ["pg-cloudflare", "uglify-js"];
  const expected = [...installed.trim().split("\n"), ...optional];
  const names = refs.map((ref) => ref.replace(/@[^@]+$/, ""));
  expect([...new Set(names)].toSorted()).toEqual(expected.toSorted());
});
