/**
 * Preloaded into a service (`--import`): at SIGUSR2 it prints the longest time for which nothing else had its turn since
 * the last signal, in milliseconds of the main thread's processor time. Others on the same machine do not count.
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
