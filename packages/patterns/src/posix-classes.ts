/** A named set of characters, as the inside of a class in brackets: with its ASCII meaning and with its Unicode meaning. */
interface NamedClass {
  readonly ascii: string;
  readonly unicode: string;
}

/**
 * The classes of POSIX, written `[:alpha:]` inside brackets or, in Java and Ruby, `\p{Alpha}`. In Go, PCRE and Java
 * they mean ASCII characters, in Ruby Unicode characters (UTS #18, annex C), and in POSIX the meaning depends on the
 * locale.
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
