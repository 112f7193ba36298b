/** Encodes a string as UTF-8. The returned bytes are only valid until the next call. */
export type Encode = (text: string) => Uint8Array;

/**
 * Makes an encoder that reuses its memory. Otherwise hashing and writing would each encode a string of megabytes, and
 * this is much slower when the text has characters outside Latin-1.
 */
export function createTextEncoder(): Encode {
  const encoder = new TextEncoder();
  let memory = new Uint8Array(0);
  return (text) => {
    if (memory.length < text.length) {
      // Texts in other scripts may need more bytes. They are encoded without this memory.
      memory = new Uint8Array(Math.ceil(text.length * 1.1));
    }
    const { read, written } = encoder.encodeInto(text, memory);
    return read === text.length ? memory.subarray(0, written) : encoder.encode(text);
  };
}
