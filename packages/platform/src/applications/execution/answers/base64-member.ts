/** Bytes of JSON syntax. */
const code = {
  quote: 0x22,
  backslash: 0x5c,
  colon: 0x3a,
  comma: 0x2c,
  open: [0x7b, 0x5b],
  close: [0x7d, 0x5d],
} as const;

/**
 * The bytes that a member of a JSON object has in base64 or base64url, as they arrive: an answer of any length takes the memory of one
 * piece, and is not parsed. Nothing, when the object does not have the member or it is not a string.
 *
 * @param name in ASCII, of a member of the outermost object
 */
export async function* decodeBase64Member(
  source: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const scanner = new MemberScanner(name);
  let rest = "";
  for await (const piece of source) {
    const text = rest + scanner.read(piece);
    // Four characters are three bytes.
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    if (whole > 0) {
      yield Buffer.from(text.slice(0, whole), "base64");
    }
  }
  if (rest !== "") {
    yield Buffer.from(rest, "base64");
  }
}

/** Reads JSON byte by byte, and keeps the text of one member. */
class MemberScanner {
  readonly #name: string;
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  /** True until a colon: the next string of the outermost object is a name. */
  #isName = true;
  #lastName = "";

  constructor(name: string) {
    this.#name = name;
  }

  /** The part of the member's text that a piece has. */
  read(piece: Uint8Array): string {
    const kept = Buffer.alloc(piece.length);
    let length = 0;
    for (const byte of piece) {
      if (!this.#isString) {
        this.#readSyntax(byte);
      } else if (byte === code.quote && !this.#isEscaped) {
        this.#isString = false;
      } else {
        const isMark = byte === code.backslash && !this.#isEscaped;
        this.#isEscaped = isMark;
        if (!isMark && this.#depth === 1) {
          if (this.#isName) {
            this.#lastName += String.fromCharCode(byte);
          } else if (this.#lastName === this.#name) {
            kept[length] = byte;
            length += 1;
          }
        }
      }
    }
    return kept.toString("latin1", 0, length);
  }

  #readSyntax(byte: number): void {
    if (byte === code.quote) {
      this.#isString = true;
      if (this.#depth === 1 && this.#isName) {
        this.#lastName = "";
      }
    } else if (byte === code.open[0] || byte === code.open[1]) {
      this.#depth += 1;
    } else if (byte === code.close[0] || byte === code.close[1]) {
      this.#depth -= 1;
    } else if (this.#depth === 1 && byte === code.colon) {
      this.#isName = false;
    } else if (this.#depth === 1 && byte === code.comma) {
      this.#isName = true;
    }
  }
}
