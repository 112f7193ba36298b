import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listMessagesInCode, listMessagesOfErrors, type Message } from "./list-messages.ts";

/** Writes a list of all messages, for reading from top to bottom. It is not committed. */
const list = ".cache/messages.md";

function allMessages(): Message[] {
  const files = globSync("{packages/*/src,scripts}/**/*.{ts,tsx}").filter(
    (file) => !/\.test\.ts$|\/testing\/|^scripts\/(?:bench|english)\//.test(file),
  );
  return [
    ...listMessagesOfErrors("spec/errors.yaml", readFileSync("spec/errors.yaml", "utf8")),
    ...files.toSorted().flatMap((file) => listMessagesInCode(file, readFileSync(file, "utf8"))),
  ];
}

test(`writes every message of errors, warnings and diagnostics to ${list}`, () => {
  const messages = allMessages();
  const lines = messages.flatMap(({ file, line, text }, index) => [
    ...(messages[index - 1]?.file === file ? [] : ["", `## ${file}`, ""]),
    `- ${line}: ${text}`,
  ]);
  mkdirSync(".cache", { recursive: true });
  writeFileSync(list, `# ${messages.length} messages\n${lines.join("\n")}\n`);
  expect(messages.length).toBeGreaterThan(500);
  const files = new Set(messages.map(({ file }) => file));
  expect(files).toContain("spec/errors.yaml");
  expect(files).toContain("packages/platform/src/process/starting/take-port.ts");
});

test("a message is a string of an error or a diagnostic, with its values left out", () => {
  const template = "`Port $" + "{port} is in use.\nChoose another.`";
  const code = [
    `throw new StartError(${template});`,
    'const message = "It is wrong.";',
    'const header = "content-type is text/html";',
    'report({ code: "wrong-name", message: isLong ? "The name is long." : "It is short, too." });',
  ].join("\n");
  expect(listMessagesInCode("x.ts", code).map(({ line, text }) => `${line}: ${text}`)).toEqual([
    "1: Port … is in use. Choose another.",
    "3: It is wrong.",
    "5: The name is long.",
    "5: It is short, too.",
  ]);
});
