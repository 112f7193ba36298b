// Runs as a child process: an application that answers each request at once. It reports its address to its parent.
import { createServer } from "node:http";

const server = createServer((incoming, outgoing) => {
  incoming.resume();
  outgoing.writeHead(200, { "content-type": "application/json" }).end('{"note":"hello"}');
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  process.send?.(`http://127.0.0.1:${port}`);
});
// The parent has ended.
process.once("disconnect", () => process.exit());
