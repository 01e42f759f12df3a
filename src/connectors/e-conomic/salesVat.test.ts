/** GET /product-groups/{number}/sales-accounts is described in the vendor's schemas (product-groups, 2026-11). */
import { expect, test } from "vitest";
import { sessionWithReplies, writeOf } from "../../../test/support/vendorSession.ts";
import { eConomic } from "./connector.ts";

const page = (...collection: object[]) => ({ collection, pagination: { results: collection.length } });
const domestic = { vatZoneNumber: 1 };
const recipient = { name: "Gull", vatZone: domestic };

const session = () =>
  sessionWithReplies({
    "/customers/1/templates/invoice": { layout: { layoutNumber: 19 }, recipient },
    "/invoices/drafts/7": { draftInvoiceNumber: 7, recipient },
    "/vat-accounts": page({ vatCode: "U25", ratePercentage: 25 }),
    "/products/TAXED": { productNumber: "TAXED", productGroup: { productGroupNumber: 1 } },
    "/products/FREE": { productNumber: "FREE", productGroup: { productGroupNumber: 3 } },
    "/products/ABROAD": { productNumber: "ABROAD", productGroup: { productGroupNumber: 4 } },
    "/product-groups/1/sales-accounts": page({ vatZone: domestic, salesAccount: { vatAccount: { vatCode: "U25" } } }),
    "/product-groups/3/sales-accounts": page({ vatZone: domestic, salesAccount: { accountNumber: 1012 } }),
    "/product-groups/4/sales-accounts": page({ vatZone: { vatZoneNumber: 2 }, salesAccount: {} }),
  });

const line = (itemId: string, taxRatePercentage: number) => ({ itemId, taxRatePercentage, quantity: 1, unitAmount: 5 });
const called = (lineItems: readonly object[]) => ({
  body: { contactId: "1", invoiceDate: "2026-11-01T00:00:00Z", lineItems },
  ids: { invoiceId: "draft-7" },
  filters: {},
  files: [],
  marker: "m-1",
});

const refusal = (index: number) => ({
  code: "cannot_store",
  details: { field: `lineItems[${index}].taxRatePercentage` },
});

test.each(["invoices.create", "invoices.patch"] as const)(
  "%s refuses a rate that the item's group does not have",
  async (operation) => {
    const { prepare } = writeOf(eConomic, operation);
    await expect(prepare?.(called([line("TAXED", 25), line("FREE", 25)]), session())).rejects.toMatchObject(refusal(1));
    await expect(prepare?.(called([line("TAXED", 0)]), session())).rejects.toMatchObject(refusal(0));
    await expect(prepare?.(called([line("TAXED", 25), line("FREE", 0)]), session())).resolves.toBeDefined();
  },
);

test("leaves the verdict to the vendor if the group has no account for the zone, or there is no such item", async () => {
  const { prepare } = writeOf(eConomic, "invoices.create");
  await expect(prepare?.(called([line("ABROAD", 25), line("UNKNOWN", 25)]), session())).resolves.toBeDefined();
});
