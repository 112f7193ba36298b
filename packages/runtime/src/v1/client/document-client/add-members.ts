/** Members that a Request does not know go on the object, for a `fetch` of the caller's that does. */
export function addMembers(request: Request, members: Readonly<Record<string, unknown>>): Request {
  for (const [name, value] of Object.entries(members)) {
    if (!(name in request)) {
      Object.defineProperty(request, name, {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    }
  }
  return request;
}
