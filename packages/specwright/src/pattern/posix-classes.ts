/** A set of characters that engines know by name, as the inside of a class: as ASCII has it, and as Unicode has it. */
interface NamedClass {
  readonly ascii: string;
  readonly unicode: string;
}

/**
 * The classes of POSIX, which are `[:alpha:]` inside of brackets and, in Java and Ruby, `\p{Alpha}`. Go, PCRE and Java mean
 * ASCII by them, Ruby means Unicode (UTS #18, annex C), and POSIX leaves it to the locale.
 */
export const posixClasses: ReadonlyMap<string, NamedClass> = new Map(
  Object.entries({
    alpha: ["A-Za-z", "\\p{Alphabetic}"],
    digit: ["0-9", "\\p{Nd}"],
    alnum: ["0-9A-Za-z", "\\p{Alphabetic}\\p{Nd}"],
    upper: ["A-Z", "\\p{Uppercase}"],
    lower: ["a-z", "\\p{Lowercase}"],
    word: ["\\w", "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}"],
    space: ["\\t-\\r ", "\\p{White_Space}"],
    blank: ["\\t ", "\\t\\p{Zs}"],
    cntrl: ["\\0-\\x1f\\x7f", "\\p{Cc}"],
    punct: ["!-\\/:-@\\[-`\\{-~", "\\p{P}\\p{S}"],
    graph: ["!-~", "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}"],
    print: [" -~", "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}\\p{Zs}"],
    xdigit: ["0-9A-Fa-f", "0-9A-Fa-f"],
    ascii: ["\\0-\\x7f", "\\0-\\x7f"],
  }).map(([name, [ascii = "", unicode = ""]]) => [name, { ascii, unicode }]),
);
