/** Facts that Odoo's own users enter, by the methods that its pages call. */
import { type Row } from "../../../src/verify/row.ts";
import type { Books } from "../books.ts";
import { Failed } from "../errors.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

/** Calls a method of Odoo's external API, which wants the credentials in the body. */
async function remote(call: VendorCall, service: "common" | "object", method: string, args: readonly unknown[]) {
  const params = { service, method, args };
  const reply = (await call("POST", "/jsonrpc", { jsonrpc: "2.0", method: "call", id: 1, params })) as Row;
  if (reply["error"] !== undefined) throw new Failed(`Odoo refused ${method}: ${JSON.stringify(reply["error"])}`);
  return reply["result"];
}

interface Method {
  readonly model: string;
  readonly method: string;
  readonly context?: Row;
}

/** The vendor as its signed-in user calls it. */
interface Vendor {
  readonly books: Books;
  run(method: Method, args: readonly unknown[]): Promise<unknown>;
}

async function vendorOf(call: VendorCall, books: Books): Promise<Vendor> {
  const { database, username, apiKey } = books.credentials;
  const user = await remote(call, "common", "authenticate", [database, username, apiKey, {}]);
  return {
    books,
    run: ({ model, method, context }, args) =>
      remote(call, "object", "execute_kw", [
        database,
        user,
        apiKey,
        model,
        method,
        args,
        { context: { allowed_company_ids: [1], ...context } },
      ]),
  };
}

const firstId = (created: unknown): number => (created as readonly number[])[0] ?? 0;

async function search({ run }: Vendor, model: string, domain: readonly unknown[], fields: readonly string[]) {
  return (await run({ model, method: "search_read" }, [domain, fields])) as readonly Row[];
}

async function taxId(vendor: Vendor, use: "sale" | "purchase" = "sale"): Promise<unknown> {
  const { sales, purchases } = vendor.books.system;
  const domain = [
    ["amount", "=", (use === "sale" ? sales : purchases).standard],
    ["type_tax_use", "=", use],
    ["price_include", "=", false],
  ];
  return (await search(vendor, "account.tax", domain, ["name"]))[0]?.["id"];
}

interface Document {
  readonly type: "out_invoice" | "out_refund" | "out_receipt";
  /** Quantity and price of each line. */
  readonly lines?: readonly (readonly [quantity: number, price: number])[];
}

/** A posted document of the usual customer, 200 net by default. */
async function post(vendor: Vendor, { type, lines = [[2, 100]] }: Document): Promise<number> {
  const { books, run } = vendor;
  const tax = await taxId(vendor);
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
  const id = firstId(await run({ model: "account.move", method: "create" }, [[values]]));
  await run({ model: "account.move", method: "action_post" }, [[id]]);
  return id;
}

const owedLine = async (vendor: Vendor, move: number): Promise<Row> => {
  const domain = [
    ["move_id", "=", move],
    ["account_type", "=", "asset_receivable"],
  ];
  return (await search(vendor, "account.move.line", domain, ["account_id"]))[0] ?? {};
};

async function register({ run }: Vendor, move: number, values: Row): Promise<void> {
  const context = { active_model: "account.move", active_ids: [move] };
  const wizard = firstId(await run({ model: "account.payment.register", method: "create", context }, [[values]]));
  await run({ model: "account.payment.register", method: "action_create_payments" }, [[wizard]]);
}

/** A posted document of the usual supplier. A line at 0 % has no tax. */
async function postPurchase(
  vendor: Vendor,
  type: "in_invoice" | "in_refund",
  lines: readonly (readonly [net: number, rate: number])[],
): Promise<number> {
  const { books, run } = vendor;
  const tax = await taxId(vendor, "purchase");
  const account_id = Number(await books.known("expenseAccount"));
  const values = {
    move_type: type,
    partner_id: Number(await books.known("supplier")),
    ref: books.freshNumber(),
    invoice_date: books.date(-5),
    invoice_line_ids: lines.map(([price_unit, rate]) => [
      0,
      0,
      { name: "Paper", quantity: 1, price_unit, account_id, tax_ids: [[6, 0, rate === 0 ? [] : [tax]]] },
    ]),
  };
  const id = firstId(await run({ model: "account.move", method: "create" }, [[values]]));
  await run({ model: "account.move", method: "action_post" }, [[id]]);
  return id;
}

export const odooFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const id = await postPurchase(await vendorOf(call, books), "in_invoice", [
      [200, standard],
      [50, second],
    ]);
    return { billId: String(id) };
  },
  billPaid: async (call, books) => {
    const vendor = await vendorOf(call, books);
    const id = await postPurchase(vendor, "in_invoice", [[200, books.system.purchases.standard]]);
    await register(vendor, id, { payment_date: books.date(-1) });
    return { billId: String(id) };
  },
  vendorCredit: async (call, books) => {
    const lines = [[200, books.system.purchases.standard]] as const;
    return { vendorCreditId: String(await postPurchase(await vendorOf(call, books), "in_refund", lines)) };
  },
  creditNoteWithFee: async (call, books) => {
    const vendor = await vendorOf(call, books);
    const id = await post(vendor, {
      type: "out_refund",
      lines: [
        [2, 100],
        [-1, 50],
      ],
    });
    return { creditNoteId: String(id) };
  },
  cashDiscount: async (call, books) => {
    const vendor = await vendorOf(call, books);
    const id = await post(vendor, { type: "out_invoice" });
    const [discount] = await search(vendor, "account.account", [["code", "=", "653000"]], ["name"]);
    const gross = 200 * (1 + books.system.sales.standard / 100);
    await register(vendor, id, {
      payment_date: books.date(-1),
      amount: Number((gross * 0.98).toFixed(2)),
      payment_difference_handling: "reconcile",
      writeoff_account_id: discount?.["id"],
    });
    return { invoiceId: String(id) };
  },
  creditUsed: async (call, books) => {
    const vendor = await vendorOf(call, books);
    const invoice = await post(vendor, { type: "out_invoice" });
    const credit = await post(vendor, { type: "out_refund" });
    const line = await owedLine(vendor, credit);
    await vendor.run({ model: "account.move", method: "js_assign_outstanding_line" }, [[invoice], line["id"]]);
    return { invoiceId: String(invoice), creditNoteId: String(credit) };
  },
  bankStatement: async (call, books) => {
    const vendor = await vendorOf(call, books);
    const invoice = await post(vendor, { type: "out_invoice" });
    const owed = await owedLine(vendor, invoice);
    const [receivable] = owed["account_id"] as readonly [number, string];
    const gross = 200 * (1 + books.system.sales.standard / 100);
    const values = { date: books.date(-1), payment_ref: "Transfer", amount: gross };
    const statement = firstId(await vendor.run({ model: "account.bank.statement.line", method: "create" }, [[values]]));
    const [row] = await search(vendor, "account.bank.statement.line", [["id", "=", statement]], ["move_id"]);
    const [move] = (row?.["move_id"] ?? []) as readonly number[];
    const [suspense] = await search(
      vendor,
      "account.move.line",
      [
        ["move_id", "=", move],
        ["credit", ">", 0],
      ],
      ["name"],
    );
    const partner = Number(await books.known("customer"));
    await vendor.run({ model: "account.move.line", method: "write" }, [
      [suspense?.["id"]],
      { account_id: receivable, partner_id: partner },
    ]);
    await vendor.run({ model: "account.move.line", method: "reconcile" }, [[suspense?.["id"], owed["id"]]]);
    return { invoiceId: String(invoice) };
  },
  writeOff: {
    cannot:
      "A write-off is an entry on an expense account that is reconciled with the invoice, and payment_state has no value for it: not_paid, in_payment, paid, partial, reversed (github.com/odoo/odoo, version 17, addons/account/models/account_move.py).",
  },
  cashRefund: async (call, books) => {
    const vendor = await vendorOf(call, books);
    const id = await post(vendor, { type: "out_refund" });
    await register(vendor, id, { payment_date: books.date(-5) });
    return { creditNoteId: String(id) };
  },
  moneyOnAccount: async (call, books) => {
    const vendor = await vendorOf(call, books);
    const invoice = await post(vendor, { type: "out_invoice" });
    const moved = async (payment_type: "inbound" | "outbound", amount: number, ahead: number) => {
      const partner_id = Number(await books.known("customer"));
      const values = { payment_type, partner_type: "customer", partner_id, amount, date: books.date(ahead) };
      const id = firstId(await vendor.run({ model: "account.payment", method: "create" }, [[values]]));
      await vendor.run({ model: "account.payment", method: "action_post" }, [[id]]);
      const [row] = await search(vendor, "account.payment", [["id", "=", id]], ["move_id"]);
      const [move = 0] = (row?.["move_id"] ?? []) as readonly number[];
      return { id, line: (await owedLine(vendor, move))["id"] };
    };
    const received = await moved("inbound", 50, -3);
    const back = await moved("outbound", 20, -2);
    await vendor.run({ model: "account.move.line", method: "reconcile" }, [[received.line, back.line]]);
    await vendor.run({ model: "account.move", method: "js_assign_outstanding_line" }, [[invoice], received.line]);
    return { paymentId: String(received.id), refundId: String(back.id), invoiceId: String(invoice) };
  },
  hiddenPayment: {
    cannot:
      "Payments, and lines of bank statements that are reconciled, are read from the ledger, which has all of them (github.com/odoo/odoo, version 17, addons/account/models/account_payment.py, account_bank_statement_line.py).",
  },
  cashSale: async (call, books) => {
    const vendor = await vendorOf(call, books);
    const id = await post(vendor, { type: "out_receipt" });
    await register(vendor, id, { payment_date: books.date(-5) });
    return { invoiceId: String(id) };
  },
  deposit: async (call, books) => {
    const vendor = await vendorOf(call, books);
    const id = await post(vendor, {
      type: "out_invoice",
      lines: [
        [2, 100],
        [-1, 50],
      ],
    });
    return { invoiceId: String(id) };
  },
};
