/**
 * Preloaded into a service (`--import`). At SIGUSR2 it prints the longest time, since the last signal, for which the
 * main thread was blocked, in milliseconds of its processor time. Other processes on the machine do not affect it.
 */
let longest = 0;
let last = process.threadCpuUsage();
const note = (): void => {
  const { user, system } = process.threadCpuUsage(last);
  longest = Math.max(longest, (user + system) / 1000);
  last = process.threadCpuUsage();
};
setInterval(note, 1).unref();
process.on("SIGUSR2", () => {
  note();
  console.error(`longest pause: ${longest.toFixed(1)} ms`);
  longest = 0;
});
