import { execFile } from "node:child_process";
import { chmod, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter } from "node:path";
import { generate } from "specwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { writePets } from "./served-pets.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/command-line");

interface Received {
  readonly line: string;
  readonly key: string | undefined;
  readonly body: string;
}

let api: Server;
let address: string;
let received: Received[] = [];

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await writePets(folder);
  await generate({ document: `${folder}/pets.json`, out: `${folder}/out`, targets: ["cli"] });
  await writeFile(
    `${folder}/pets`,
    `#!/bin/sh\nexec '${process.execPath}' -C source '${folder}/out/cli/command.js' "$@"\n`,
  );
  await chmod(`${folder}/pets`, 0o755);
  api = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url = "", headers } = request;
      const key = headers["x-api-key"]?.toString();
      received.push({ line: `${method} ${url}`, key, body: Buffer.concat(chunks).toString() });
      const status = url === "/pets/missing" ? 404 : url === "/pets/broken" ? 501 : 200;
      const pets = [
        { id: 1, name: "Rex", owner: { name: "Mia" } },
        { id: 2, name: "A\u001b[31m" },
      ];
      const body =
        status === 200
          ? method === "GET" && url.startsWith("/pets?")
            ? pets
            : { id: 7 }
          : { message: "No." };
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});

beforeEach(() => {
  received = [];
});

afterAll(async () => {
  api.closeAllConnections();
  api.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function runProgram(program: string, args: readonly string[], input = ""): Promise<Ended> {
  return new Promise((resolve) => {
    const env = {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      PETS_API_KEY: "it's a secret",
      PETS_BASE_URL: address,
      // Each run would compile the sources of the runtime again.
      NODE_COMPILE_CACHE: `${folder}/compiled`,
    };
    const child = execFile(program, args, { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
    child.stdin?.end(input);
  });
}

const runPets = (...args: string[]): Promise<Ended> => runProgram("pets", args);

test("a command calls its operation, and prints the answer as JSON or as a table", async () => {
  expect(await runPets("pets", "get-pet", "7")).toEqual({
    code: 0,
    out: '{\n  "id": 7\n}\n',
    err: "",
  });
  expect(received).toEqual([{ line: "GET /pets/7", key: "it's a secret", body: "" }]);
  const { out } = await runPets("pets", "list-pets", "--limit", "2", "--output", "table");
  expect(out).toBe("id  name\n1   Rex\n2   A [31m\n");
});

test.each([
  ["missing", 4],
  ["broken", 5],
])("the answer to %s ends with the class of its status, %i", async (id, code) => {
  const ended = await runPets("pets", "get-pet", id);
  expect(ended).toMatchObject({ code, out: "" });
  expect(ended.err).toContain('"message": "No."');
});

test.each([
  [["pets", "get-pet"], "missing required argument 'id'"],
  [["pets", "get-pet", "7", "8"], "too many arguments"],
  [["pets", "get-pets"], "unknown command 'get-pets'"],
  [["pets", "list-pets", "--limit", "many"], "Pass a number."],
  [["pets", "create-pet", "--file", "missing.json"], "cannot be read"],
])("%j is wrong usage", async (args, message) => {
  const ended = await runPets(...args);
  expect(ended.err).toContain(message);
  expect(ended.code).toBe(2);
  expect(received).toEqual([]);
});

test("an integer that no double holds is sent with all its digits", async () => {
  await runPets("pets", "list-pets", "--limit", "9007199254740993");
  expect(received.map(({ line }) => line)).toEqual(["GET /pets?limit=9007199254740993"]);
});

test("without an answer the code is 1", async () => {
  const { code } = await runPets("pets", "get-pet", "7", "--server", "http://127.0.0.1:9");
  expect(code).toBe(1);
});

test("a body comes from flags, from standard input, or from both", async () => {
  await runPets("pets", "create-pet", "--name", "Rex");
  await runProgram("pets", ["pets", "create-pet", "--file", "-"], '{"name":"Tom","age":2}');
  await runProgram(
    "pets",
    ["pets", "create-pet", "--file", "-", "--name", "Kit"],
    '{"name":"Tom","age":2}',
  );
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([
    { name: "Rex" },
    { name: "Tom", age: 2 },
    { name: "Kit", age: 2 },
  ]);
});

test("an operation that is not a tool is a command", async () => {
  await runPets("other", "replace-pet", "7");
  expect(received).toMatchObject([{ line: "PUT /pets/7" }]);
});

test("a dry run prints a command of curl without the secret, which sends the same request", async () => {
  const args = ["pets", "create-pet", "--name", 'It\'s $HOME `x` \\ \n"Rex"'];
  await runPets(...args);
  const [real] = received;
  const { code, out } = await runPets(...args, "--dry-run");
  expect(code).toBe(0);
  expect(received).toHaveLength(1);
  expect(out).toContain('"$PETS_API_KEY"');
  expect(out).not.toContain("secret");
  await runProgram("sh", ["-c", out]);
  expect(received).toEqual([real, real]);
});

test("the parameters of the path are words of a command, which its help describes", async () => {
  const { out } = await runPets("pets", "get-pet", "--help");
  expect(out).toContain("Usage: pets pets get-pet [options] <id>");
  await runPets("pets", "get-pet", "--", "-7");
  await runPets("pets", "get-pet", "a/b");
  expect(received.map(({ line }) => line)).toEqual(["GET /pets/-7", "GET /pets/a%2Fb"]);
});

test("the completion of bash completes groups, commands and flags", async () => {
  const script = `
    source <(pets completion bash)
    complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pets; echo "\${COMPREPLY[*]}"; }
    complete_words pets p
    complete_words pets pets l
    complete_words pets pets list-pets --l
  `;
  const { out } = await runProgram("bash", ["-c", script]);
  expect(out.trim().split("\n")).toEqual(["pets", "list-pets", "--limit"]);
});

test.each([["zsh"], ["fish"]])("%s has a completion that asks the command", async (shell) => {
  const { out } = await runPets("completion", shell);
  expect(out).toContain("pets complete-words -- ");
  expect((await runPets("completion", "tcsh")).code).toBe(2);
});
