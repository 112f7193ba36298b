import { dirname, join, relative } from "node:path";
import { runCli } from "../../../packages/specwright/src/cli/index.ts";

// Generates in each of the projects that are named, each time from another working folder.
for (const [index, project] of process.argv.slice(2).entries()) {
  const folders = [join(project, "sub"), dirname(project), "/", project];
  const folder = folders[index % folders.length] ?? project;
  process.chdir(folder);
  const pathTo = (name: string): string =>
    folder === "/" ? join(project, name) : relative(folder, join(project, name));
  const code = await runCli(["generate", pathTo("api.yaml"), "--out", pathTo("out"), "--json"]);
  process.exitCode = Math.max(code, Number(process.exitCode ?? 0));
}
