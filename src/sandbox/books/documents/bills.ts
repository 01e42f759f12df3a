/** Bills and vendor credits. */
import { money } from "../basics/amounts.ts";
import { addDays } from "../basics/calendar.ts";
import { at } from "../basics/random.ts";
import type { NativeRecord } from "../basics/types.ts";
import { accountId } from "../masterdata/chart.ts";
import { ruleFor, textOf } from "../masterdata/taxRules.ts";
import type { CompanyContext } from "./companyContext.ts";
import type { TradeDocument } from "./document.ts";
import type { DocumentBooks } from "./documentBooks.ts";
import { resultAccount } from "./documentPosting.ts";
import { draft, noteAgainst, ruleOf } from "./drafts.ts";
import { nativeLine, nativeTotals } from "./lines.ts";
import { numbered } from "./numbering.ts";
import { planned } from "./plans.ts";

const shippingTypes = ["service", "service_period", "delivery", "delivery_period"];

export function makeBills(context: CompanyContext): TradeDocument[] {
  const [count, plans] = context.scale.bills;
  const documents = planned(count, plans).map((plan, index) =>
    draft(context, { kind: "bill", plan, index, rule: ruleOf(plan, index), lines: [2, 4] }),
  );
  return numbered("bill", documents);
}

export function makeVendorCredits(context: CompanyContext, bills: readonly TradeDocument[]): TradeDocument[] {
  const [count, plans] = context.scale.vendorCredits;
  const clearing = bills.filter(({ plan }) => plan === "offset").map((bill) => noteAgainst(context, bill));
  const others = planned(count - clearing.length, plans).map((plan, index) =>
    // The second one comes from another EU country.
    draft(context, { kind: "vendorCredit", plan, index, rule: ruleFor(index === 1 ? 11 : 0), lines: [1, 3] }),
  );
  return numbered("vc", [...clearing, ...others]);
}

export function billRecords(bills: readonly TradeDocument[], books: DocumentBooks): NativeRecord[] {
  return bills.map((bill, index) => ({
    ...supplierDocument(bill, books, index),
    bill_date: bill.date,
    bill_number: bill.number,
    payment_term_code: bill.term.code,
  }));
}

export function vendorCreditRecords(credits: readonly TradeDocument[], books: DocumentBooks): NativeRecord[] {
  return credits.map((credit, index) => ({
    ...supplierDocument(credit, books, index),
    vendor_credit_date: credit.date,
    vendor_credit_number: credit.number,
    payment_term_id: credit.term.id,
  }));
}

function supplierDocument(document: TradeDocument, books: DocumentBooks, index: number): NativeRecord {
  const { party, currency, date, totals } = document;
  const status = books.statusOf(document);
  const { created_at, updated_at } = status;
  return {
    id: document.id,
    account_id: accountId("1600"),
    addresses: [party.address],
    contact_id: party.id,
    currency,
    delivery_date: date,
    due_date: document.due,
    journal_code: "RE",
    line_items: document.lines.map((line, position) => {
      const account = resultAccount(document, line);
      return {
        ...nativeLine(line, currency, `${document.id}-${position + 1}`, { created_at, updated_at }),
        account_id: accountId(account),
        account_number: account,
        // Costs that cover several months are deferred.
        deferred_start_date: line.item.unit === "month" || position === 1 ? date : null,
        deferred_end_date: line.item.unit === "month" || position === 1 ? addDays(date, 364) : null,
        dimensions: line.dimensions,
      };
    }),
    name: `Beleg von ${party.name}`,
    one_line_address: party.oneLineAddress,
    payment_reference: index % 2 === 0 ? `RF00 ${1000 + index}` : null,
    payment_days: document.term.days,
    applied_to_id: document.against?.id ?? null,
    applied_amount: document.against ? money(totals.gross, currency) : null,
    reference: document.against?.number ?? `Ihre Nr. ${7000 + index}`,
    shipping_date: index % 3 === 0 ? date : null,
    shipping_type: at(shippingTypes, index),
    tax_rule: document.taxRule,
    tax_text: textOf(document.taxRule),
    exchange_rate: currency === "EUR" ? null : document.rate,
    ...nativeTotals(totals, currency),
    ...status,
  };
}
