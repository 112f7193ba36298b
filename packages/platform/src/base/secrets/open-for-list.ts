import { SecretUnreadableError } from "./cipher.ts";

/**
 * Opens an envelope for a list; undefined when it cannot be read. A damaged row, or one that was sealed by a lost
 * key, must not hide the project's other rows. All other errors are thrown.
 */
export function openForList<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SecretUnreadableError) {
      return undefined;
    }
    throw error;
  }
}
