import { setMember } from "../../parameters/typed-text.ts";

/**
 * Adds members that Request does not have, such as Next.js's `next`, to the object. The caller's own `fetch` may read
 * them.
 */
export function addMembers(request: Request, members: object): Request {
  for (const [name, value] of Object.entries(members)) {
    if (!(name in request)) {
      setMember(request as Request & Record<string, unknown>, name, value);
    }
  }
  return request;
}
