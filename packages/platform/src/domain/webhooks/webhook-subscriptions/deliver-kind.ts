/** Attempts a delivery. Payload: the id of the delivery, and the time of its event. */
export const deliverKind = "webhook.deliver";
