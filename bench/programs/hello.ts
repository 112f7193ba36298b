// Runs as a child process: a plain Fastify server, which answers `GET` and `POST /<index>` with the body of that index.
// It gets the bodies from its parent and reports its address.
import Fastify from "fastify";

process.once("message", (sent) => {
  // The first message of the parent has the bodies.
  serve(sent as readonly string[]);
});

async function serve(bodies: readonly string[]): Promise<void> {
  const app = Fastify();
  for (const [index, text] of bodies.entries()) {
    const body: unknown = JSON.parse(text);
    app.get(`/${index}`, () => body);
    app.post(`/${index}`, () => body);
  }
  process.send?.(await app.listen({ port: 0, host: "127.0.0.1" }));
  process.once("message", () => {
    app.close().then(() => process.disconnect());
  });
}
