import { expect, test } from "vitest";
import { runHere } from "../../../test/running/support/run-here.ts";

const commands = [
  "serve",
  "migrate",
  "orgs list",
  "projects list",
  "keys create",
  "keys list",
  "keys revoke",
  "keys rotate",
  "toolkits list",
  "toolkits check",
  "toolkits import",
  "toolkits init",
  "jobs list",
  "jobs retry",
  "deliveries stats",
  "export",
  "import",
  "mcp inspect",
];

test("the help lists every command, the exit codes and examples", async () => {
  const { code, stdout, stderr } = await runHere(["--help"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Usage: platform \[options\] \[command\]/);
  const listed = [
    ...(/Commands:\n([\s\S]*)Examples:/.exec(stdout)?.[1] ?? "").matchAll(
      /^ {2}([a-z]+(?: [a-z]+)?)(?: {2,})/gm,
    ),
  ].map(([, words]) => words);
  expect(listed).toEqual(commands);
  expect(stdout).toMatch(/Examples:\n {2}platform serve/);
  expect(stdout).toContain("Exit codes: 0 done; 1 failed; 2 wrong usage.");
});

test.each([...commands])(
  "platform %s --help has --json, examples and the exit codes",
  async (words) => {
    const { code, stdout, stderr } = await runHere([...words.split(" "), "--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(new RegExp(`^Usage: platform ${words} \\[options\\]`));
    expect(stdout).toMatch(/^ {2}--json +print /m);
    expect(stdout).toMatch(new RegExp(`Examples?:\n(?: .*\n)*? {2}.*platform ${words}`));
    expect(stdout).toContain("Exit codes: ");
    expect(await runHere(["help", ...words.split(" ").slice(0, 1)])).toMatchObject({ code: 0 });
  },
);

test.each([
  [["keys", "create", "--help"], /--organization <id>[\s\S]*--project <id>/],
  [["keys", "rotate", "-h"], /newest master key/],
  [["toolkits", "check", "--help"], /^Usage: platform toolkits check \[options\] \[folder\]/],
  [["keys", "--help"], /^ {2}keys create [\s\S]*^ {2}keys rotate /m],
])("platform %j prints its help", async (words, text) => {
  const { code, stdout } = await runHere(words);
  expect([code, stdout]).toEqual([0, expect.stringMatching(text)]);
});

test.each([
  [[], /^Usage: platform /],
  [["keys"], /^Usage: platform keys /],
  [["serv"], /unknown command 'serv'\n\(Did you mean serve\?\)/],
  [["keys", "crate"], /unknown command 'crate'\n\(Did you mean create\?\)/],
  [["keys", "create", "--orgnization", "a"], /'--orgnization'\n\(Did you mean --organization\?\)/],
  [["serve", "now"], /too many arguments for 'serve'/],
  [["toolkits", "check", "a", "b"], /too many arguments for 'check'/],
  [["migrate", "--name", "x"], /unknown option '--name'/],
  [["keys", "create", "--name"], /'--name <name>' argument missing/],
  [["keys", "create", "--name", "a", "--organization", "b"], /'--name <name>' cannot be used with/],
  [["keys", "create", "--name", "a", "--project", "b"], /'--name <name>' cannot be used with/],
  [["keys", "revoke"], /missing required argument 'id'/],
  [["jobs", "list", "--state", "done"], /Allowed choices are dead, ready, waiting/],
  [["jobs", "list", "--limit", "0"], /whole number from 1 to 10000/],
  [["export", "--key-file", "k"], /required option '--to <folder>' not specified/],
  [["import", "--from", "f"], /required option '--key-file <file>' not specified/],
  [["jobs", "retry"], /Name jobs, or pass --all/],
  [["jobs", "retry", "a", "--all"], /Name jobs, or pass --all/],
  [["deliveries", "stats", "--hours", "x"], /whole number from 1 to 2160/],
  [["keys", "create", "--project", "a"], /'--project <id>' needs '--organization <id>'/],
])("platform %j is wrong usage, which standard error explains", async (words, text) => {
  const { code, stdout, stderr } = await runHere(words);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(text)]);
  expect(stderr).toMatch(/Run it with --help|Exit codes/);
});

test("a failure is exit code 1, and with --json one line of JSON beside its message", async () => {
  const words = ["toolkits", "check", "/nowhere"];
  const message = "The folder /nowhere does not exist.";
  const plain = await runHere(words);
  expect([plain.code, plain.stdout]).toEqual([1, ""]);
  expect(plain.stderr).toContain(message);
  const json = await runHere([...words, "--json"]);
  expect([json.code, JSON.parse(json.stdout)]).toEqual([
    1,
    { error: expect.stringContaining(message) },
  ]);
});

test("the environment is checked before a command begins", async () => {
  const { code, stderr } = await runHere(["serve"], { PORT: "x", PLATFORM_RATE_LIMIT: "0" });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/PORT:[\s\S]*PLATFORM_RATE_LIMIT:/)]);
});
