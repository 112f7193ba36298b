import { expect, test } from "vitest";
import { loadToolkits } from "../load-toolkits.ts";
import { createCatalog } from "../testing/create-catalog.ts";
import { translate } from "./other-languages.ts";

const { documents } = loadToolkits();
const catalog = await createCatalog({ documents, baseUrl: "https://platform.example.com" });

test.each([
  ["German", "erstelle ein neues Projekt in Notion", "NOTION_CREATE_PAGE"],
  ["German", "lösche den Termin", "GOOGLECALENDAR_DELETE_EVENT"],
  ["German", "zeige alle Rechnungen von Stripe", "STRIPE_LIST_INVOICES"],
  ["French", "créer une facture pour le client", "STRIPE_CREATE_INVOICE"],
  ["French", "supprimer l'événement de demain", "GOOGLECALENDAR_DELETE_EVENT"],
  ["Spanish", "crear un nuevo cliente en stripe", "STRIPE_CREATE_CUSTOMER"],
  ["Spanish", "buscar mensajes en slack", "SLACK_LIST_MESSAGES"],
  ["Portuguese", "criar uma nova fatura", "STRIPE_CREATE_INVOICE"],
  ["Portuguese", "listar todos os eventos", "GOOGLECALENDAR_LIST_EVENTS"],
  ["Italian", "elimina l'evento", "GOOGLECALENDAR_DELETE_EVENT"],
  ["Italian", "invia un messaggio su slack", "SLACK_SEND_MESSAGE"],
  ["Dutch", "maak een nieuwe klant aan in stripe", "STRIPE_CREATE_CUSTOMER"],
  ["Dutch", "verwijder het bestand uit github", "GITHUB_DELETE_FILE"],
])("%s: %j finds %s among the first five", async (_, search, slug) => {
  expect(catalog.hasTool(slug)).toBe(true);
  const found = await (await catalog.listTools({ search })).read(0, 5);
  expect(found.map((tool) => tool.slug)).toContain(slug);
});

test("a word that documents use stays, and so does a text without words of other languages", () => {
  expect(translate("crea la pasta", (word) => word === "pasta")).toBe("create  pasta");
  expect(translate("crea la pasta", () => false)).toBe("create  folder");
  expect(translate("le me die", () => false)).toBe("le me die");
});
