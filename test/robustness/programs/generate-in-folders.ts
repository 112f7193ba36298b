import { basename, dirname, join, relative } from "node:path";
import { runCli } from "../../../packages/specwright/src/cli/index.ts";

// Generates code and the reference in each of the given projects. For the code, the working folder is another one each
// time.
for (const [index, project] of process.argv.slice(2).entries()) {
  const folders = [join(project, "sub"), dirname(project), "/", project];
  const folder = folders[index % folders.length] ?? project;
  process.chdir(folder);
  const buildPathTo = (name: string): string =>
    folder === "/" ? join(project, name) : relative(folder, join(project, name));
  const code = await runCli([
    "generate",
    buildPathTo("api.yaml"),
    "--out",
    buildPathTo("out"),
    "--json",
  ]);
  process.chdir(dirname(project));
  const words = ["docs", `${basename(project)}/api.yaml`, "--out", `${basename(project)}/site`];
  const docsCode = await runCli([...words, "--json"]);
  process.exitCode = Math.max(code, docsCode, Number(process.exitCode ?? 0));
}
