import { expect, test } from "vitest";
import { listMessagesInCode, listMessagesOfErrors, type Message } from "./list-messages.ts";

const show = (messages: readonly Message[]): readonly string[] =>
  messages.map(({ line, text }) => `${line}: ${text}`);

test("a message is a string of an error or a diagnostic, with its values left out", () => {
  const template = "`Port $" + "{port} is in use.\nChoose another.`";
  const code = [
    `throw new StartError(${template});`,
    'const message = "It is wrong.";',
    'const header = "content-type is text/html";',
    'report({ code: "wrong-name", message: isLong ? "The name is long." : "It is short, too." });',
  ].join("\n");
  expect(show(listMessagesInCode("x.ts", code))).toEqual([
    "1: Port … is in use. Choose another.",
    "3: It is wrong.",
    "5: The name is long.",
    "5: It is short, too.",
  ]);
});

test("an error of the API has a message and a fix", () => {
  const yaml = [
    "    value:",
    "      message: The key is not valid.",
    "      suggested_fix: 'Send another one.'",
    "    other: A text.",
  ].join("\n");
  expect(show(listMessagesOfErrors("errors.yaml", yaml))).toEqual([
    "2: The key is not valid.",
    "3: Send another one.",
  ]);
});
