// Run as a process of its own: makes the requests that its argument describes, as options of autocannon in JSON, and
// prints the result. The command of autocannon cannot do this, because its arguments must not contain brackets. This
// file is JavaScript, because the package does not have types.
import { createHmac, randomUUID } from "node:crypto";
import { argv } from "node:process";
import autocannon from "autocannon";

const { webhookSecret, ...options } = JSON.parse(argv[2]);

/** Every webhook has a title, an id and a signature that no other has. */
function signWebhook(request) {
  const id = randomUUID();
  const body = JSON.stringify({ type: "thing.added", title: id });
  const signature = createHmac("sha256", webhookSecret).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-delivery": id,
    "x-signature": signature,
  };
  return { ...request, headers: { ...request.headers, ...headers }, body };
}

const requests = webhookSecret && { requests: [{ setupRequest: signWebhook }] };
console.log(JSON.stringify(await autocannon({ ...options, ...requests })));
