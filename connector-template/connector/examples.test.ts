/**
 * Real responses of the vendor, from its documentation or from recordings in public repositories. The bodies are written
 * by us, with the values and oddities that were seen and with invented names. Every test names its source: a page with
 * its date, or a repository with its commit.
 */
import { expect, test } from "vitest";
import type { GetHandler } from "../../src/contract/connector.ts";
import type { Contact } from "../../src/contract/records/contacts.ts";
import { sessionWithReplies } from "../../test/support/vendorSession.ts";
import { exampleBooks } from "./connector.ts";

test("docs (2026-11), GET /contacts/{id}: omits fields that the vendor sends as empty text", async () => {
  const { get } = exampleBooks.operations["contacts.get"] as unknown as GetHandler<Contact>;
  const session = sessionWithReplies({
    "/contacts/7": {
      id: "7",
      name: "Neuland",
      email: "",
      website: "",
      customer: true,
      supplier: false,
    },
  });
  const { record } = await get({ ids: { contactId: "7" }, filters: {} }, session);
  expect(record).toEqual({
    id: "7",
    companyName: "Neuland",
    contactType: "COMPANY",
    isCustomer: true,
    isSupplier: false,
  });
});
