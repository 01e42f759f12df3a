/** Field names differ between versions 16 to 19. The connector reads and writes the names of each version. */
import { describe, expect, test } from "vitest";
import { odooOf, write } from "../../../test/support/odooSimulated.ts";
import type { Row } from "../../../test/support/service.ts";
import { readsOf } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Session } from "../../contract/session.ts";
import { odoo } from "./connector.ts";

const { list } = readsOf(odoo);
const year = `${new Date().getUTCFullYear() - 1}-01-01`;

const first = async (session: Session, id: OperationId, is: (row: Row) => boolean = () => true): Promise<Row> =>
  (await list(id, session)).records.find(is) ?? expect.fail(`${id} is empty`);

const lists = (Object.keys(odoo.operations) as OperationId[]).filter((id) => /^\w+\.list$/.test(id));

describe.each([16, 17, 18, 19])("version %i", (version) => {
  test("returns every list with the same fields as other versions", async () => {
    const session = await odooOf(version);
    for (const id of lists) {
      const filters = { lastModifiedAt: new Date(0), ...(id === "trialBalance.list" && { fiscalYearStartDate: year }) };
      expect((await list(id, session, { filters })).records.length, id).toBeGreaterThan(0);
    }
    expect(await first(session, "accounts.list", ({ name }) => name === "Old taxes")).toMatchObject({
      status: "ARCHIVED",
    });
    const terms = (await list("paymentTerms.list", session)).records;
    expect(terms.map(({ paymentDays: days }) => days)).toEqual([0, 30, 30, undefined, undefined]);
    expect(terms[2]).toMatchObject({ discountDays: 7, discountPercentage: 2 });
    expect(await first(session, "salesOrders.list")).toMatchObject({
      lineItems: [{ taxRatePercentage: 21, unitName: "Units", quantity: 3 }],
    });
  });

  test("accepts writes under its own field names", async () => {
    const session = await odooOf(version);
    const item = { name: "Stool", type: "SERVICE", unitName: "HOUR", unitSalesPrice: 12 };
    expect(await write(session, "items.create", item)).toMatchObject(item);
    const { id: taxCode } = await first(session, "taxRates.list", ({ name }) => name === "21%");
    const { id: itemId } = await first(session, "items.list");
    const { id: contactId } = await first(session, "customers.list");
    const line = { itemId, quantity: 2, unitAmount: 10, taxCode };
    const order = { contactId, currency: "EUR", orderDate: "2026-10-16T00:00:00Z", lineItems: [line] };
    expect(await write(session, "salesOrders.create", order)).toMatchObject({
      status: "OPEN",
      orderDate: "2026-10-16T00:00:00Z",
      totalNetAmount: 20,
      totalTaxAmount: 4.2,
    });
    const phoneNumbers = [{ number: "+32 470 22 22 22", type: "MOBILE" }];
    const mobile = version < 19 ? phoneNumbers : [{ number: "+32 470 22 22 22" }];
    const contact = { companyName: "Copper Owl", contactType: "COMPANY", phoneNumbers };
    expect(await write(session, "contacts.create", contact)).toMatchObject({ phoneNumbers: mobile });
    const { invoiceId } = await first(session, "invoices.list", ({ status }) => status === "OVERDUE");
    const paymentLines = [{ invoiceId, amount: 1.5, description: "In part" }];
    expect(await write(session, "payments.create", { paymentLines })).toMatchObject({ paymentLines });
    const account = { name: "Advertising", number: "619999", type: "EXPENSE" };
    expect(await write(session, "accounts.create", account)).toMatchObject(account);
  });
});
