import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** The address of a server. */
interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Waits until a server accepts a connection, or until its process has ended.
 *
 * @returns Whether the time passed before that.
 */
export async function waitForPort(
  address: Address,
  milliseconds: number,
  ended: Promise<unknown>,
): Promise<boolean> {
  const end = performance.now() + milliseconds;
  let isOver = false;
  const stop = (): void => {
    isOver = true;
  };
  ended.then(stop, stop);
  while (!isOver && performance.now() < end) {
    if (await accepts(address)) {
      return false;
    }
    await delay(100);
  }
  return !isOver;
}

function accepts({ host, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host === "0.0.0.0" ? "127.0.0.1" : host);
    const finish = (isAccepted: boolean): void => {
      socket.destroy();
      resolve(isAccepted);
    };
    socket.once("connect", () => finish(true)).once("error", () => finish(false));
  });
}
