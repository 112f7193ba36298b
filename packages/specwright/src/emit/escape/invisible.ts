/** Text without control characters other than white space, without controls of text direction (CVE-2021-42574), and without halves of characters. */
export function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(invisible, "");
}

const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go.
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
