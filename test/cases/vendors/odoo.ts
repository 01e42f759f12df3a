/** Facts that Odoo's own API enters, by JSON-RPC. */
import type { Books } from "../books.ts";
import { Failed } from "../errors.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

type Service = "common" | "object";

/** Calls a method of Odoo's external API, which wants the credentials in the body. */
async function remote(call: VendorCall, service: Service, method: string, args: readonly unknown[]): Promise<unknown> {
  const reply = await call("POST", "/jsonrpc", {
    jsonrpc: "2.0",
    method: "call",
    id: 1,
    params: { service, method, args },
  });
  const { result, error } = reply as { result?: unknown; error?: unknown };
  if (result === undefined) throw new Failed(`Odoo refused ${method}: ${JSON.stringify(error).slice(0, 200)}`);
  return result;
}

async function execute(call: VendorCall, { credentials }: Books, method: string, args: readonly unknown[]) {
  const { database, username, apiKey } = credentials;
  const user = await remote(call, "common", "authenticate", [database, username, apiKey, {}]);
  return remote(call, "object", "execute_kw", [database, user, apiKey, "account.move", method, args, {}]);
}

/** A posted document with one line per amount. */
async function document(call: VendorCall, books: Books, moveType: string, amounts: readonly number[]): Promise<string> {
  const { standard } = books.system.sales;
  const rates = await books.rows("taxRates.list");
  const tax = rates.find(
    ({ percentage, type, usage }) => percentage === standard && type === "EXCLUSIVE" && usage === "INVOICE",
  );
  const taxes = [[6, 0, [Number(tax?.["code"])]]];
  const values = {
    move_type: moveType,
    partner_id: Number(await books.known("customer")),
    invoice_date: books.date(-4),
    invoice_line_ids: amounts.map((price) => [
      0,
      0,
      { name: "Consulting", quantity: 1, price_unit: price, tax_ids: taxes },
    ]),
  };
  const [id] = (await execute(call, books, "create", [[values]])) as readonly number[];
  await execute(call, books, "action_post", [[id]]);
  return String(id);
}

export const odooFacts: VendorFacts = {
  creditNoteWithFee: async (call, books) => ({ creditNoteId: await document(call, books, "out_refund", [200, -50]) }),
  deposit: async (call, books) => ({ invoiceId: await document(call, books, "out_invoice", [200, -50]) }),
};
