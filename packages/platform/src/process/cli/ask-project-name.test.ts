import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openProjectQuestion } from "./ask-project-name.ts";

/** A terminal at which a person types these lines. */
function openTerminal(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  return { input, output };
}

test("a person is asked, Enter takes the suggestion, and a name that is too long is asked again", async () => {
  for (const [typed, name] of [
    ["Acme\n", "Acme"],
    ["\n", "My project"],
    [`${"x".repeat(101)}\n  Acme  \n`, "Acme"],
  ] as const) {
    const terminal = openTerminal(true);
    const answered = openProjectQuestion(terminal, {})?.();
    for (const line of typed.split(/(?<=\n)/)) {
      await expect.poll(() => terminal.output.readableLength).toBeGreaterThan(0);
      terminal.output.read();
      terminal.input.write(line);
    }
    expect(await answered).toBe(name);
  }
});

test("scripts and CI are never asked", () => {
  expect(openProjectQuestion(openTerminal(false), {})).toBeUndefined();
  expect(openProjectQuestion({ ...openTerminal(true), output: process.stdout }, {})).toBe(
    process.stdout.isTTY ? expect.any(Function) : undefined,
  );
  expect(openProjectQuestion(openTerminal(true), { CI: "true" })).toBeUndefined();
});
