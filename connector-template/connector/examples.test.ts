/**
 * What the vendor really answers, as its documentation shows it or others have recorded it: their values and oddities,
 * in bodies of our own, with invented names. Each says where it was seen: a page with its date, a repository with its
 * commit.
 */
import { expect, test } from "vitest";
import type { GetHandler } from "../../src/contract/connector.ts";
import type { Contact } from "../../src/contract/records/contacts.ts";
import { sessionWithReplies } from "../../test/support/vendorSession.ts";
import { exampleBooks } from "./connector.ts";

test("docs (2026-11), GET /contacts/{id}: what was never filled in is an empty text, and is left out", async () => {
  const { get } = exampleBooks.operations["contacts.get"] as unknown as GetHandler<Contact>;
  const native = { id: "7", name: "Neuland", email: "", website: "", customer: true, supplier: false };
  const { record } = await get({ ids: { contactId: "7" }, filters: {} }, sessionWithReplies({ "/contacts/7": native }));
  expect(record).toEqual({
    id: "7",
    companyName: "Neuland",
    contactType: "COMPANY",
    isCustomer: true,
    isSupplier: false,
  });
});
