/** The application of a trigger instance is polled. Payload: the instance's `id`, which is the job's unique key too. */
export const pollKind = "trigger.poll";
