/** An attempt to deliver. Its payload has the id of the delivery. */
export const deliverKind = "webhook.deliver";
