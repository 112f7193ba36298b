import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlatform } from "../../../generated/client/index.js";
import { readConfig } from "../../../packages/platform/src/process/config/read-config.ts";
import { serve } from "../../../packages/platform/src/process/serve.ts";
import { prepareDataDirectory } from "../../../packages/platform/src/testing/pglite-snapshot.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { findFreePort } from "../../support/free-port.ts";
import { startGithubStandIn } from "./github-stand-in.ts";

/** The service that the pages use, with a database of its own. */
export interface GuideService {
  /** Host and port, in place of `localhost:3000`. */
  readonly host: string;
  /** A new project, with the variables that the pages name. */
  readonly openProject: (name: string) => Promise<Readonly<Record<string, string>>>;
  stop(): Promise<void>;
}

/** Starts the service as `npm start` does, beside a stand-in for GitHub. */
export async function startGuideService(): Promise<GuideService> {
  const github = await startGithubStandIn();
  const folder = mkdtempSync(join(tmpdir(), "platform-guide-"));
  const data = join(folder, "data");
  await prepareDataDirectory(data);
  const port = await findFreePort();
  const toolkitFolder = writeToolkitFolder(join(folder, "toolkits"), port, github.url);
  const serving = await serve({
    config: readConfig({
      PLATFORM_DATA: data,
      PORT: String(port),
      PLATFORM_METRICS_PORT: "off",
      PLATFORM_LOG_LEVEL: "error",
    }),
    toolkitFolder,
    askProjectName: async () => "guide",
  });
  const { organizationKey = "" } = serving.firstStart ?? {};
  const owner = createPlatform({
    baseUrl: serving.url,
    auth: { OrganizationKey: organizationKey },
  });
  return {
    host: `localhost:${port}`,
    openProject: async (name) => {
      const project = { name, should_create_api_key: true };
      const { id, api_key } = await owner.projects.createProject({ body: project });
      return {
        PROJECT_ID: id,
        PROJECT_KEY: api_key ?? "",
        ORGANIZATION_KEY: organizationKey,
        PLATFORM_DATA: data,
      };
    },
    stop: async () => {
      await serving.stop();
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The toolkits of the platform with the addresses of this machine. The service adds its example to its own folder only. */
function writeToolkitFolder(folder: string, port: number, githubUrl: string): string {
  cpSync(resolveInRoot("packages/platform/toolkits"), folder, { recursive: true });
  const rewrite = (from: string, to: string, change: (text: string) => string): void =>
    writeFileSync(join(folder, to), change(readFileSync(join(folder, from), "utf8")));
  rewrite("github.yaml", "github.yaml", (text) =>
    text.replaceAll(/https:\/\/(?:api\.)?github\.com(?=$|\/login)/gm, githubUrl),
  );
  rewrite("example/example.yaml", "example.yaml", (text) =>
    text.replace("127.0.0.1:3000", `127.0.0.1:${port}`),
  );
  return folder;
}
