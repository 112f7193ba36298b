import { expect, test } from "vitest";
import { type HandlerClass, mockOperation } from "./mock-operation.ts";
import { fakeWords } from "./texts.ts";

type Resolve = ConstructorParameters<HandlerClass<unknown>>[2];

/** As a handler of MSW, it keeps the function that answers. */
class Handler {
  readonly resolve: Resolve;

  constructor(_method: string, _address: RegExp, resolve: Resolve) {
    this.resolve = resolve;
  }
}

const mockGetPet = mockOperation(
  {
    method: "GET",
    path: "/pets/{id}",
    servers: ["https://pets.example.com"],
    status: 200,
    answers: { 200: { make: (data) => ({ text: fakeWords(undefined, data) }) } },
  },
  Handler,
);

test("a request with the same address always gets the same answer, whatever was asked before", async () => {
  const ask = async (id: string, handler = mockGetPet()): Promise<string | undefined> =>
    (
      await handler.resolve({ request: new Request(`https://pets.example.com/pets/${id}`) })
    )?.text();
  const first = await ask("1");
  expect(first).toContain("text");
  expect(await ask("2")).not.toBe(first);
  const handler = mockGetPet();
  await ask("3", handler);
  expect([await ask("1", handler), await ask("1", handler)]).toEqual([first, first]);
  expect(await ask("1", mockGetPet(undefined, { seed: 7 }))).not.toBe(first);
});
