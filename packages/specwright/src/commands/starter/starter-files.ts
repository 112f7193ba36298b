import type { OutputFile } from "../../output-file.ts";
import { starterDocument } from "./document.ts";
import {
  starterTsconfig,
  writeStarterConfiguration,
  writeStarterManifest,
  writeStarterReadme,
} from "./project.ts";
import { starterApp, starterClient, starterServer } from "./source.ts";
import { starterTest } from "./test.ts";

/**
 * The files of a new API: a document, a server and a client of it, and a test.
 *
 * @param isReleased True when workflows publish its packages and its reference.
 * @param packed See `writeStarterManifest`.
 */
export function writeStarterFiles(
  name: string,
  isReleased = false,
  packed?: Readonly<Record<string, string>>,
): OutputFile[] {
  return [
    { path: "openapi.yaml", content: starterDocument },
    { path: "src/app.ts", content: starterApp },
    { path: "src/server.ts", content: starterServer },
    { path: "src/client.ts", content: starterClient },
    { path: "src/api.test.ts", content: starterTest },
    { path: "package.json", content: writeStarterManifest(name, isReleased, packed) },
    { path: "tsconfig.json", content: starterTsconfig },
    { path: "redocly.yaml", content: writeStarterConfiguration(isReleased) },
    { path: "README.md", content: writeStarterReadme(name) },
    { path: ".gitignore", content: `node_modules/\ndist/\n${isReleased ? "site/\n" : ""}` },
    // Without it, git on Windows changes line ends, and --check finds bytes that differ from the generated ones.
    { path: ".gitattributes", content: "generated/** text eol=lf\n" },
  ];
}
