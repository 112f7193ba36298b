import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { listExtraFiles, listGateFiles } from "./gate.ts";

/**
 * What makes a result depend on the speed or the load of a machine, or on chance. Such a test passes for its author and
 * fails later for somebody else.
 */
interface Rule {
  readonly title: string;
  readonly pattern: RegExp;
  /** Files that may contain it, with the reason why it decides nothing there. */
  readonly except?: Readonly<Record<string, string>>;
  /** Texts that the rule finds, and texts that it does not. */
  readonly finds: readonly string[];
  readonly leaves?: readonly string[];
}

const rules: readonly Rule[] = [
  {
    title: "no heap is measured: count what is kept",
    pattern: /\b(?:memoryUsage|heapUsed|getHeapStatistics|resourceUsage|maxRSS)\b/g,
    finds: ["const before = process.memoryUsage().heapUsed;"],
  },
  {
    title: "no duration is measured: wait for an event, or advance a clock that the test owns",
    pattern: /\bperformance\.now\(\)|\bhrtime\b|\bcpuUsage\b/g,
    except: {
      "packages/platform/src/base/db/only-clock.test.ts": "in texts that the test looks through",
      "test/injection/expect-no-escape.ts":
        "It prints how many cases a second `npm run soak` runs, and judges nothing by it.",
    },
    finds: ["const began = performance.now();"],
  },
  {
    title: "the clock of the machine is not compared with a number of milliseconds",
    pattern:
      /\bexpect\([^;]*Date\.now\(\)[^;]*toBe(?:Less|Greater)Than|toBe(?:Less|Greater)Than(?:OrEqual)?\(\s*Date\.now\(\) *[-+]/g,
    finds: [
      "expect(Date.now() - began).toBeLessThan(50);",
      "expect(at).toBeGreaterThan(Date.now() - 60_000);",
    ],
    leaves: ["const before = Date.now();", "expect(at).toBeLessThanOrEqual(Date.now());"],
  },
  {
    title: "no clock runs all timers: advance it by what the test needs",
    pattern: /\brun(?:All|OnlyPending)Timers(?:Async)?\b|\brunAllTicks\b/g,
    finds: ["vi.runAllTimers();"],
  },
  {
    title: "random values have a seed: createRandom of test/support/samples.ts",
    pattern: /\bMath\.random\(\)/g,
    except: { "test/support/samples.ts": "Its comment says what replaces it." },
    finds: ["const at = Math.random() * 60;"],
  },
  {
    title: "what ends a test that hangs is patient: `patience` of test/support/patience.ts",
    pattern:
      /\b(?:poll|waitFor\w*|until)\([^;]*?\btimeout: \d[\d_]*|\bconst \w*[pP]atien\w+ = (?:\{ timeout: )?\d{1,2}_?\d{3}\b|^(?: {2})*\}?,? ?\d{1,2}_?000,?\)?;$|^ +\d{1,2}_?000,\n *\);$|\btimeout: \d{1,2}_?\d{3},? \}, (?:async )?\(/gm,
    finds: [
      "await expect.poll(read, { timeout: 5000 }).toBe(1);",
      "await vi.waitFor(() => expect(seen).toBe(1), { timeout: 5_000 });",
      "}, 60_000);",
      "  },\n  60_000,\n);",
      'test("title", { timeout: 60_000 }, async () => {',
    ],
    leaves: ["await expect.poll(read, patience).toBe(1);", "}, 600_000);"],
  },
  {
    title: "vi.waitFor, which gives up after a second, gets `patience`",
    pattern: /\bvi\.waitFor\((?![^;]*\bpatience\b)/g,
    finds: ["await vi.waitFor(() => expect(seen).toBe(1));"],
    leaves: ["await vi.waitFor(() => expect(seen).toBe(1), patience);"],
  },
  {
    title:
      "what has ended or is due in SQL is so for a second: columns of milliseconds round `now()` up",
    pattern: /\b(?:expires_at|next_at|hook_renew_at|\w+_until) = now\(\)(?! [-+])/g,
    finds: ["set expires_at = now()`);"],
    leaves: ["set leased_until = now() - interval '1 second' where"],
  },
  {
    title: "a pause of fixed length says beside it why its length decides nothing",
    pattern:
      /^(?!.*\/\/)(?<!^.*\/\/.*\n).*(?:\bawait (?:sleep|delay|setTimeout)\(|new Promise\(\(\w+\) => setTimeout\().*$/gm,
    finds: ["call();\nawait sleep(50);"],
    leaves: ["// Its length only makes a mistake likelier to be seen.\nawait sleep(50);"],
  },
];

const files: readonly (readonly [string, string])[] = listGateFiles()
  .filter((file) => file !== "test/house/gate.test.ts")
  .map((file) => [file, readFileSync(file, "utf8")]);

test("files for PostgreSQL and Chromium are among them", () => {
  expect(listExtraFiles().length).toBeGreaterThan(10);
  expect(listExtraFiles().filter((file) => !existsSync(file))).toEqual([]);
  expect(files.map(([file]) => file)).toEqual(expect.arrayContaining([...listExtraFiles()]));
});

describe.each(rules)("$title", ({ pattern, except = {}, finds, leaves = [] }) => {
  test("it holds in all files that the gate runs", () => {
    expect(files.length).toBeGreaterThan(700);
    const found = files.flatMap(([file, text]) =>
      [...text.matchAll(pattern)].map(
        ({ 0: match, index }) =>
          `${file}:${text.slice(0, index).split("\n").length} ${match.trim().split("\n").at(-1)}`,
      ),
    );
    const isExcepted = (line: string): boolean => Object.hasOwn(except, line.split(":")[0] ?? "");
    expect(found.filter((line) => !isExcepted(line))).toEqual([]);
    const unused = Object.keys(except).filter(
      (file) => !found.some((line) => line.startsWith(file)),
    );
    expect(unused, "exceptions that nothing needs").toEqual([]);
  });

  test("it finds what it is about", () => {
    const isFound = (text: string): boolean => text.search(pattern) >= 0;
    expect([finds.filter((text) => !isFound(text)), leaves.filter(isFound)]).toEqual([[], []]);
  });
});
