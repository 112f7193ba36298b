/** Gives the bytes of a text in UTF-8, which stay as they are until it is called again. */
export type Encode = (text: string) => Uint8Array;

/**
 * Makes one that uses the same memory again and again. Hashing and writing a text of megabytes would encode it each, and
 * far more slowly when some of its characters are not of Latin-1.
 */
export function createTextEncoder(): Encode {
  const encoder = new TextEncoder();
  let memory = new Uint8Array(0);
  return (text) => {
    if (memory.length < text.length) {
      // Texts of other scripts do not fit, and are encoded by themselves.
      memory = new Uint8Array(Math.ceil(text.length * 1.1));
    }
    const { read, written } = encoder.encodeInto(text, memory);
    return read === text.length ? memory.subarray(0, written) : encoder.encode(text);
  };
}
