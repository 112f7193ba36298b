/** Attempts a delivery. Payload: the id of the delivery. */
export const deliverKind = "webhook.deliver";
