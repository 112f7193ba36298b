import { expect, test } from "vitest";
import { readPattern } from "./read-pattern.ts";

function compilePattern(pattern: string): RegExp {
  const reading = readPattern(pattern);
  if (reading.source === undefined) {
    throw new Error(`${pattern} is not read: ${reading.reason}`);
  }
  return new RegExp(reading.source, reading.flags);
}

test.each([
  "^a+$",
  "^[\\p{L}_-]{1,3}$",
  "[[:alpha:]",
  "[a&&b]",
  "^\\p{Alpha}\\u{41}$",
  "(?<year>\\d{4})-\\k<year>",
  "(?<!a)b$",
  "[[]",
  "",
])("%s, which is valid in ECMA-262, stays as it is", (pattern) => {
  expect(readPattern(pattern)).toEqual({ source: pattern, flags: "u" });
});

test.each<[pattern: string, accepted: string[], refused: string[]]>([
  ["\\Aab\\z", ["ab"], ["Aabz", "xab", "ab\n", "abz"]],
  ["\\A[a-z]+\\Z", ["ab", "ab\n"], ["ab1", "abZ", "Aab"]],
  ["\\Aa\\Q.*(\\Eb+\\z", ["a.*(b", "a.*(bb"], ["axxb", "aQ.*(Eb"]],
  ["^\\Qa+b", ["a+b!"], ["aab"]],
  ["^[\\Q^]-\\E]+$", ["^]-"], ["a", "Q"]],
  ["^[[:alpha:]]+$", ["abc", "é"], ["1", "a]", "abc]", ":"]],
  ["^[[:alpha:]_-]+$", ["a_-"], ["a]", "1"]],
  ["^[^[:space:][:digit:]]+$", ["ab"], ["a b", "1", " "]],
  ["^[[:xdigit:]]{2}$", ["aF", "09"], ["ag", "a]]"]],
  ["^[[:punct:]]$", ["$", "-", "\\", "["], ["a", " "]],
  ["^[[:print:]]+$", ["a b"], ["a\n"]],
  ["^\\p{Alnum}+$", ["a1"], ["-", "p{Alnum}"]],
  ["^\\P{Punct}$", ["a"], ["!"]],
  ["^[\\p{Punct}a]+$", ["!a"], ["b"]],
  ["^\\pL+$", ["aé"], ["1", "a1"]],
  ["^\\p{^L}$", ["1"], ["a"]],
  ["^\\p{IsAlphabetic}+$", ["aé"], ["1"]],
  ["^[\\p{L}\\:]+$", ["é:"], ["p{L}", "1"]],
  ["(?i)^abc$", ["ABC", "abc"], ["abd", "i)abc"]],
  ["(?is)^a.b$", ["A\nB"], ["a"]],
  ["^(?i:abc)$", ["ABC"], ["abcd"]],
  ["\\A(?i:a|b)\\z", ["B"], ["c"]],
  ["^a++b$", ["aab"], ["b", "a+b"]],
  ["^a*+ab$", [], ["aab", "ab"]],
  ["^(?:ab?+)++c$", ["abac"], ["c", "ab"]],
  ["^(?>a|ab)c$", ["ac"], ["abc", ">ac"]],
  ["^(?>a|b)+c$", ["abc"], ["c"]],
  ["^(?P<x>a|b)(?P=x)$", ["aa"], ["ab"]],
  ["^(?#any)a(?#comment)+$", ["aa"], ["#"]],
  ["^(?:(?<n>a)|(?<n>b))$", ["a", "b"], ["c"]],
  ["^\\x{1F600}\\x41$", ["😀A"], ["x"]],
  ["^\\U0001f600$", ["😀"], ["U0001f600"]],
  ["^\\e\\a$", ["\x1b\x07"], ["ea"]],
  ["^\\012$", ["\n"], ["012"]],
  ["^[a-zA-Z0-9_\\-\\:]+$", ["a-:"], ["\\", " "]],
  ["^\\_\\@\\ \\#$", ["_@ #"], ["\\_"]],
  ["^[\\w-.]+@[a-z\\d-]+$", ["a-.b@c-1"], ["a,b@c"]],
  ["^[+-\\d]$", ["+", "-", "1"], [","]],
  ["^[a-z-9\\_]$", ["b", "-", "9", "_"], ["5"]],
  ["^[\\:+--]$", ["+", ",", "-", ":"], ["."]],
  ["^[]a]+$", ["]a"], ["b", ""]],
  ["^[^]a]+$", ["b"], ["]", "a"]],
  ["^{a}$", ["{a}"], ["a"]],
  ["^a]$", ["a]"], ["a"]],
  ["^[^\\:]{1}$", ["😀"], [":"]],
])("%s is translated", (pattern, accepted, refused) => {
  const expression = compilePattern(pattern);
  expect(accepted.filter((text) => !expression.test(text))).toEqual([]);
  expect(refused.filter((text) => expression.test(text))).toEqual([]);
});

test.each<[pattern: string, reason: string]>([
  ["^\\h+$", "hexadecimal"],
  ["^[\\h]$", "hexadecimal"],
  ["\\R", "engines differ"],
  ["[\\A]", "engines differ"],
  ["\\bx\\y", "engines differ"],
  ["^\\p{IsGreek}+$", "engines differ"],
  ["^\\p{InGreek}+$", "engines differ"],
  ["^\\p{Han}+$", "engines differ"],
  ["^[a-z&&[^bc]]$", "intersection"],
  ["^[a[bc]]$", "brackets"],
  ["[[.hyphen.]]", "collating"],
  ["[[:^alpha:]]", "engines differ"],
  ["[[:nope:]]", "engines differ"],
  ["(?m)^a$", "(?m"],
  ["(?x) a", "(?x"],
  ["a(?i)b", "(?i"],
  ["a(?i:b)c", "flags of a group"],
  ["^(?i:b)c", "flags of a group"],
  ["(?-i)a", "(?-"],
  ["a{2}++", "{n}+"],
  ["(?<=a++)b", "lookbehind"],
  ["(a)b++\\1", "by number"],
  ["a{,3}", "{,n}"],
  ["(?|a|b)", "(?|"],
  ["(?<n>a)|(?<n>b)\\k<n>", "`n`"],
  ["(", "not a regular expression"],
  ["a)", "parenthesis"],
  ["[a", "no end"],
  ["a\\", "backslash"],
  ["*a", "nothing in front"],
  ["(*UTF8)a", "differ"],
  ["\\xZ", "code"],
  ["\\8", "not a regular expression"],
])("%s is not read", (pattern, reason) => {
  const reading = readPattern(pattern);
  expect(reading).toEqual({ reason: expect.stringContaining(reason) });
});

test.each([
  ["\\Aa\\Z", "line feed"],
  ["[[:alpha:]]", "[:alpha:]"],
  ["^\\p{Alnum}$", "Alnum"],
])("%s is read as the most generous engine reads it, with a warning", (pattern, said) => {
  expect(readPattern(pattern)).toMatchObject({ widened: expect.stringContaining(said) });
});

test.each(["[[:xdigit:]]\\:", "\\Aa\\z", "a++"])("%s means one thing only", (pattern) => {
  expect(readPattern(pattern)).not.toHaveProperty("widened");
});

test("a pattern of any length is read in a time that grows with it", () => {
  const long = 100_000;
  expect(readPattern(`\\A[${"a-z-".repeat(long)}\\:]`)).toMatchObject({ flags: "u" });
  expect(readPattern(`\\A${"(".repeat(1000)}a${")+".repeat(1000)}`)).toMatchObject({ flags: "u" });
  const reading = readPattern(`\\p{${"x".repeat(long)}}`);
  expect(JSON.stringify(reading).length).toBeLessThan(300);
});
