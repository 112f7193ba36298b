// Runs as a child process: a project that works while another one attacks. It lists accounts, executes a tool and asks
// for the health of the service, one after the other, until its parent says `stop`. Then it reports its times.
import { setTimeout as sleep } from "node:timers/promises";

const [url = "", key = ""] = process.argv.slice(2);
const headers = { "x-api-key": key, "content-type": "application/json" };
const requests: Readonly<Record<string, () => Promise<Response>>> = {
  list: () => fetch(`${url}/api/v3/connected_accounts`, { headers }),
  execution: () =>
    fetch(`${url}/api/v3/tools/execute/DESK_READ_NOTE`, {
      method: "POST",
      headers,
      body: '{"version":"latest","arguments":{}}',
    }),
  health: () => fetch(`${url}/health`),
};
const times: Record<string, number[]> = { list: [], execution: [], health: [] };
let failures = 0;
let isRunning = true;
process.once("message", () => {
  isRunning = false;
});
process.send?.("ready");
while (isRunning) {
  for (const [name, send] of Object.entries(requests)) {
    const began = performance.now();
    const status = await send().then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    times[name]?.push(performance.now() - began);
    failures += status === 200 ? 0 : 1;
  }
  // Three requests in 100 ms stay below the limit of 2,000 a minute.
  await sleep(100);
}
process.send?.({ times, failures }, () => process.exit());
