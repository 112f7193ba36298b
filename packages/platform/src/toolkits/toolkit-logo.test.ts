import { expect, it } from "vitest";
import { toolkitLogo } from "./toolkit-logo.ts";

it("draws the first letter of the name, whatever it is, on a colour of the slug", () => {
  const logo = toolkitLogo({ slug: "github", name: "GitHub" });
  expect(logo).toContain(">&#71;</text>");
  expect(toolkitLogo({ slug: "slack", name: "GitHub" })).not.toBe(logo);
  expect(toolkitLogo({ slug: "x", name: "<script>" })).toContain(">&#60;</text>");
  expect(toolkitLogo({ slug: "x", name: "🤖 Robots" })).toContain(">&#129302;</text>");
});
