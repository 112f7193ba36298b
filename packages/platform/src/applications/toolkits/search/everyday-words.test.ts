import { expect, test } from "vitest";
import { findEverydayMeanings, joinParticles } from "./everyday-words.ts";
import { stemWord } from "./stem-word.ts";

test.for([
  ["put the retro off until Friday", "reschedule the retro until Friday"],
  ["pulling up the last invoice", "get the last invoice"],
  ["put the dentist in my calendar and log off", "put the dentist in my calendar and log off"],
] as const)("%s is read as %s", ([query, joined]) => {
  expect(joinParticles(query)).toBe(joined);
});

test.for([
  ["scrapping", "delete"],
  ["postpone", "update"],
  ["pinged", "send"],
  ["vacancies", "job"],
  ["Friday", "event"],
] as const)("%s finds tools under %s", ([word, meaning]) => {
  const found = findEverydayMeanings(stemWord(word.toLowerCase()));
  expect([...found.keys()]).toContain(stemWord(meaning));
});

test("a long query without end is joined in one pass", () => {
  const query = "bring the meeting forward ".repeat(2_000);
  expect(joinParticles(query)).toBe("reschedule the meeting ".repeat(2_000));
});
