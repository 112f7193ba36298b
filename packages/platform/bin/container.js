#!/usr/bin/env node
// The entry of the container. Its first argument is the role of the process, or a command of `platform`.
const [role = "", ...rest] = process.argv.slice(2);
if (["api", "worker", "all"].includes(role)) {
  process.env.PLATFORM_ROLE = role;
  process.argv.splice(2, process.argv.length, "serve", ...rest);
}
// Linux ignores a signal to process 1 that has no listener. The service has listeners once it serves.
for (const [signal, number] of [
  ["SIGTERM", 15],
  ["SIGINT", 2],
]) {
  process.once(signal, () => {
    if (process.listenerCount(signal) === 0) {
      process.exit(128 + number);
    }
  });
}
await import("./platform.js");
