// The HEALTHCHECK of the container: exit code 0 when the process can serve, else 1. Its first word tells why: ready, starting,
// stopping, cannot, or silent when nothing answers. `--verbose` adds the whole answer.
const { PORT = "3000", HOST = "" } = process.env;
const host = ["", "0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
const url = `http://${host.includes(":") ? `[${host}]` : host}:${PORT}/ready`;
const isVerbose = process.argv.includes("--verbose");

const print = (word, ...details) => console.log([word, ...details].join(" "));
process.exitCode = 1;
try {
  const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  const text = await answer.text();
  const { status = "cannot", reasons = [] } = JSON.parse(text);
  print(status, ...reasons, ...(isVerbose ? [`(${url} answered ${answer.status} ${text})`] : []));
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  print("silent", `(${url}: ${error.cause?.code ?? error.message})`);
}
