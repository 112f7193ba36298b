import { SecretUnreadableError } from "./cipher.ts";
import type { Opening } from "./secrets.ts";

/**
 * Opens an envelope for a list; undefined when it cannot be read. A damaged row, or one that was sealed by a lost
 * key, must not hide the project's other rows. All other errors are thrown.
 */
export function openForList<T>(opening: Opening<T>): Opening<T | undefined> {
  return opening instanceof Promise
    ? opening.catch((error: unknown) => {
        if (error instanceof SecretUnreadableError) {
          return undefined;
        }
        throw error;
      })
    : opening;
}
