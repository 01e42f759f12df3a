/** Facts that Odoo's own users enter, by the methods that its pages call. */
import { type Row } from "../../../src/verify/row.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

/** The simulated end user, whom JSON-RPC names in every call. */
const access = ["eikenhof", 2, "simulated-odoo-key"] as const;

async function run(call: VendorCall, model: string, method: string, args: readonly unknown[], context: Row = {}) {
  const keywords = { context: { allowed_company_ids: [1], ...context } };
  const params = { service: "object", method: "execute_kw", args: [...access, model, method, args, keywords] };
  const reply = (await call("POST", "/jsonrpc", { jsonrpc: "2.0", method: "call", id: 1, params })) as Row;
  if (reply["error"] !== undefined) throw new Error(JSON.stringify(reply["error"]).slice(0, 300));
  return reply["result"];
}

const firstId = (created: unknown): number => (created as readonly number[])[0] ?? 0;

async function search(call: VendorCall, model: string, domain: readonly unknown[], fields: readonly string[]) {
  return (await run(call, model, "search_read", [domain, fields])) as readonly Row[];
}

async function taxId(call: VendorCall, books: Books): Promise<unknown> {
  const rate = books.system.sales.standard;
  const domain = [
    ["amount", "=", rate],
    ["type_tax_use", "=", "sale"],
    ["price_include", "=", false],
  ];
  return (await search(call, "account.tax", domain, ["name"]))[0]?.["id"];
}

interface Document {
  readonly type: "out_invoice" | "out_refund" | "out_receipt";
  /** Quantity and price of each line. */
  readonly lines?: readonly (readonly [quantity: number, price: number])[];
}

/** A posted document of the usual customer, 200 net by default. */
async function post(call: VendorCall, books: Books, { type, lines = [[2, 100]] }: Document): Promise<number> {
  const tax = await taxId(call, books);
  const values = {
    move_type: type,
    partner_id: Number(await books.known("customer")),
    invoice_date: books.date(-5),
    invoice_line_ids: lines.map(([quantity, price_unit]) => [
      0,
      0,
      { name: "Consulting", quantity, price_unit, tax_ids: [[6, 0, [tax]]] },
    ]),
  };
  const id = firstId(await run(call, "account.move", "create", [[values]]));
  await run(call, "account.move", "action_post", [[id]]);
  return id;
}

const owedLine = async (call: VendorCall, move: number): Promise<Row> => {
  const domain = [
    ["move_id", "=", move],
    ["account_type", "=", "asset_receivable"],
  ];
  return (await search(call, "account.move.line", domain, ["account_id"]))[0] ?? {};
};

async function register(call: VendorCall, move: number, values: Row): Promise<void> {
  const context = { active_model: "account.move", active_ids: [move] };
  const wizard = firstId(await run(call, "account.payment.register", "create", [[values]], context));
  await run(call, "account.payment.register", "action_create_payments", [[wizard]]);
}

export const odooFacts: VendorFacts = {
  creditNoteWithFee: async (call, books) => {
    const id = await post(call, books, {
      type: "out_refund",
      lines: [
        [2, 100],
        [-1, 50],
      ],
    });
    return { creditNoteId: String(id) };
  },
  cashDiscount: async (call, books) => {
    const id = await post(call, books, { type: "out_invoice" });
    const [discount] = await search(call, "account.account", [["code", "=", "653000"]], ["name"]);
    const gross = 200 * (1 + books.system.sales.standard / 100);
    await register(call, id, {
      payment_date: books.date(-1),
      amount: Number((gross * 0.98).toFixed(2)),
      payment_difference_handling: "reconcile",
      writeoff_account_id: discount?.["id"],
    });
    return { invoiceId: String(id) };
  },
  creditUsed: async (call, books) => {
    const invoice = await post(call, books, { type: "out_invoice" });
    const credit = await post(call, books, { type: "out_refund" });
    const line = await owedLine(call, credit);
    await run(call, "account.move", "js_assign_outstanding_line", [[invoice], line["id"]]);
    return { invoiceId: String(invoice), creditNoteId: String(credit) };
  },
  bankStatement: async (call, books) => {
    const invoice = await post(call, books, { type: "out_invoice" });
    const owed = await owedLine(call, invoice);
    const [receivable] = owed["account_id"] as readonly [number, string];
    const gross = 200 * (1 + books.system.sales.standard / 100);
    const values = { date: books.date(-1), payment_ref: "Transfer", amount: gross };
    const statement = firstId(await run(call, "account.bank.statement.line", "create", [[values]]));
    const [row] = await search(call, "account.bank.statement.line", [["id", "=", statement]], ["move_id"]);
    const [move] = row?.["move_id"] as readonly [number, string];
    const [suspense] = await search(
      call,
      "account.move.line",
      [
        ["move_id", "=", move],
        ["credit", ">", 0],
      ],
      ["name"],
    );
    const partner = Number(await books.known("customer"));
    await run(call, "account.move.line", "write", [
      [suspense?.["id"]],
      { account_id: receivable, partner_id: partner },
    ]);
    await run(call, "account.move.line", "reconcile", [[suspense?.["id"], owed["id"]]]);
    return { invoiceId: String(invoice) };
  },
  cashSale: async (call, books) => {
    const id = await post(call, books, { type: "out_receipt" });
    await register(call, id, { payment_date: books.date(-5) });
    return { invoiceId: String(id) };
  },
  deposit: async (call, books) => {
    const id = await post(call, books, {
      type: "out_invoice",
      lines: [
        [2, 100],
        [-1, 50],
      ],
    });
    return { invoiceId: String(id) };
  },
};
