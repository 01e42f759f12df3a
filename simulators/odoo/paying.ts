/** The window for payments. */
import { big, type Row, text } from "../engine/values.ts";
import { addLine, inDebit, isOwed, linesOf, post, reconcile, sided } from "./moves.ts";
import type { Books } from "./orm.ts";
import { add, currencyId, found, journalOf } from "./records.ts";
import { userError } from "./refusals.ts";

/** What Odoo's window for payments does: a payment, its entry, and its line set against the document's. */
export function pay(company: Books, wizard: Row): Row {
  const document = found(company, "account.move", wizard["active_id"]);
  const owed = linesOf(company, document).filter((line) => isOwed(company, line["account_id"]) && !line["reconciled"]);
  if (document["state"] !== "posted") throw userError("You can only register payment for posted journal entries.");
  if (owed.length === 0)
    throw userError("You can't register a payment because there is nothing left to pay on the selected journal items.");
  const isIn = inDebit(document["move_type"]);
  const amount = big(wizard["amount"] || document["amount_residual"]);
  const journal = wizard["journal_id"] || journalOf(company, "BNK1");
  const { commercial_partner_id: partner_id, currency_id } = document;
  const name = wizard["communication"];
  const common = { partner_id, currency_id, journal_id: journal, ref: name };
  const date = wizard["payment_date"] || company.today();
  const move = add(company, "account.move", {
    ...{ ...common, date, state: "draft", name: "/", move_type: "entry", company_currency_id: currencyId(company) },
  });
  const account = found(company, "account.journal", journal)["default_account_id"];
  const line = (account_id: unknown, sign: 1 | -1) =>
    addLine(company, move, { name, account_id, ...sided(company, move, amount.times(isIn ? sign : -sign)) });
  line(account, 1);
  const own = line(owed[0]?.["account_id"], -1);
  post(company, move);
  const payment = add(company, "account.payment", {
    ...{ ...common, date, amount: amount.toNumber(), move_id: move["id"], state: "posted" },
    payment_type: isIn ? "inbound" : "outbound",
    partner_type: text(document["move_type"]).startsWith("out") ? "customer" : "supplier",
    payment_method_line_id: company.tables["account.payment.method.line"].all()[0]?.["id"] ?? false,
  });
  for (const line of owed) if (Number(own["amount_residual"]) !== 0) reconcile(company, own, line);
  return payment;
}
