import { SecretUnreadableError } from "./cipher.ts";

/**
 * What an envelope holds, or undefined when it cannot be read. For lists: a row that was damaged, or sealed by a key that is
 * gone, must not keep its project from seeing the others. Everything else that fails is thrown.
 */
export async function openForList<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof SecretUnreadableError) {
      return undefined;
    }
    throw error;
  }
}
