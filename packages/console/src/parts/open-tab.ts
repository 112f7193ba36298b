/**
 * Opens a tab at once, because browsers open none later than a click, and leads it to an address when that is known. A tab that is no longer
 * needed is closed.
 *
 * @throws whatever `getAddress` throws
 */
export async function openTab(getAddress: () => Promise<string | undefined>): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  try {
    const address = await getAddress();
    if (address === undefined) {
      tab?.close();
    } else if (tab !== null) {
      // The page of an application must not reach this one.
      tab.opener = null;
      tab.location.href = address;
    }
  } catch (error) {
    tab?.close();
    throw error;
  }
}
