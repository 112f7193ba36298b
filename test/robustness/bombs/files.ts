import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Bomb, count, megabyte, yamlHead } from "./bomb.ts";

const leadsTo = (path: string): Readonly<Record<string, string>> => ({
  "openapi.yaml": `${yamlHead}components: { schemas: { A: { $ref: '${path}' } } }\n`,
});

/** Special files, and documents of many files. */
export const fileBombs: readonly Bomb[] = [
  {
    name: "a chain of references through 1,000 files",
    files: () => ({
      ...leadsTo("f0.yaml"),
      ...Object.fromEntries(
        count(1000, (index) => [`f${index}.yaml`, `{ allOf: [{ $ref: 'f${index + 1}.yaml' }] }\n`]),
      ),
      "f1000.yaml": "{ type: string }\n",
    }),
    code: "nested-too-deeply",
  },
  {
    name: "2,000 parts of another file that want the same name",
    files: () => ({
      "openapi.yaml": `${yamlHead}components:\n  schemas:\n${count(2000, (index) => `    A${index}: { properties: { a: { $ref: 'b.yaml#/x${index}/same' } } }\n`).join("")}`,
      "b.yaml": count(2000, (index) => `x${index}: { same: { title: t${index} } }\n`).join(""),
    }),
    code: "too-many-of-a-name",
  },
  {
    name: "a symbolic link to itself",
    files: () => leadsTo("loop.yaml"),
    prepare: (folder) => symlinkSync("loop.yaml", join(folder, "loop.yaml")),
    code: "unresolved-reference",
  },
  {
    name: "a folder of symbolic links that leads back to itself",
    files: () => leadsTo(`${"back/".repeat(100)}openapi.yaml#/components/schemas/A`),
    prepare: (folder) => symlinkSync(".", join(folder, "back")),
    code: "reference-outside",
  },
  {
    name: "a folder as a file",
    files: () => leadsTo("folder"),
    prepare: (folder) => mkdirSync(join(folder, "folder")),
    code: "not-a-file",
  },
  {
    name: "a pipe that nobody writes to",
    files: () => leadsTo("pipe.yaml"),
    prepare: (folder) => void spawnSync("mkfifo", [join(folder, "pipe.yaml")]),
    code: "not-a-file",
  },
  {
    name: "a device that never ends",
    files: () => leadsTo("zero.yaml"),
    prepare: (folder) => symlinkSync("/dev/zero", join(folder, "zero.yaml")),
    code: "reference-outside",
  },
  {
    name: "a device that never ends, as the document",
    files: () => ({ "zero.yaml": "" }),
    prepare: (folder) => {
      rmSync(join(folder, "zero.yaml"));
      symlinkSync("/dev/zero", join(folder, "zero.yaml"));
    },
    code: "not-a-file",
  },
  {
    name: "a file of 100 GB without content",
    files: () => leadsTo("large.yaml"),
    prepare: (folder) => {
      writeFileSync(join(folder, "large.yaml"), "");
      truncateSync(join(folder, "large.yaml"), 100 * 1024 * megabyte);
    },
    code: "file-too-large",
  },
  {
    name: "100 MB of zeros",
    files: () => leadsTo("zeros.json"),
    prepare: (folder) => {
      writeFileSync(join(folder, "zeros.json"), "");
      truncateSync(join(folder, "zeros.json"), 100 * megabyte);
    },
    code: "invalid-json",
  },
  {
    name: "100 MB of spaces",
    files: () => ({ "openapi.json": Buffer.alloc(100 * megabyte, " ") }),
    code: "invalid-json",
  },
  {
    name: "30 MB of brackets in a string",
    files: () => ({
      "openapi.json": `{"openapi":"3.1.0","info":{"title":"a","version":"${"{".repeat(30 * megabyte)}"}}`,
    }),
    code: undefined,
  },
  {
    name: "a document in UTF-16",
    files: () => ({ "openapi.yaml": Buffer.from(`\ufeff${yamlHead}`, "utf16le") }),
    code: "not-utf-8",
  },
  {
    name: "nothing but byte order marks",
    files: () => ({ "openapi.yaml": "\ufeff".repeat(megabyte) }),
    code: "not-openapi",
  },
  {
    name: "a megabyte of NUL",
    files: () => ({ "openapi.yaml": `${yamlHead}x-a: "${"\u0000".repeat(megabyte)}"` }),
    code: undefined,
  },
  {
    name: "an empty file",
    files: () => ({ "openapi.yaml": "" }),
    code: "not-openapi",
  },
  {
    name: "copies of the network in folders that lead to each other",
    files: () => ({
      ...leadsTo("https://a.example/x.yaml"),
      "copies/x.yaml": "{ $ref: 'https://b.example/x.yaml' }\n",
      "others/x.yaml": "{ $ref: 'https://a.example/x.yaml' }\n",
    }),
    arguments: ["--remotes", "https://a.example/=copies", "--remotes", "https://b.example/=others"],
    code: undefined,
  },
  {
    name: "2,000 files that refer to the next one, the last to the first",
    files: () => ({
      ...leadsTo("f0.yaml"),
      ...Object.fromEntries(
        count(2000, (index) => [
          `f${index}.yaml`,
          `{ type: object, properties: { a: { $ref: 'f${(index + 1) % 2000}.yaml' } } }\n`,
        ]),
      ),
    }),
    code: "nested-too-deeply",
  },
  {
    name: "2,000 files that the document refers to, and each of them to ten others",
    files: () => ({
      "openapi.yaml": `${yamlHead}components:\n  schemas:\n${count(2000, (index) => `    A${index}: { $ref: 'f${index}.yaml' }\n`).join("")}`,
      ...Object.fromEntries(
        count(2000, (index) => [
          `f${index}.yaml`,
          `type: object\nproperties:\n${count(10, (at) => `  p${at}: { $ref: 'f${(index * 31 + at * 7) % 2000}.yaml' }\n`).join("")}`,
        ]),
      ),
    }),
    code: "nested-too-deeply",
  },
];
