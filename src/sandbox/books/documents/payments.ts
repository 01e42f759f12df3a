/** A payment settles (a part of) one document. */
import type { NativeRecord } from "../basics/types.ts";
import { accountId } from "../masterdata/chart.ts";
import type { Party } from "../masterdata/parties.ts";

export interface Payment {
  readonly id: string;
  readonly date: string;
  readonly documentType: "invoice" | "bill" | "booking_proposal";
  readonly documentId: string;
  readonly party: Party;
  readonly currency: string;
  readonly rate: string;
  readonly amount: string;
  /** The part of the document that it settles, in the document's currency. */
  readonly settled: string;
  readonly description: string;
  readonly type: string;
}

export function paymentRecord(at: string, payment: Payment): NativeRecord {
  const { party, currency, date, id } = payment;
  return {
    id,
    currency,
    document_type: payment.documentType,
    exchange_rate: currency === "EUR" ? null : payment.rate,
    fiscal_year: date.slice(0, 4),
    journal_code: "BA",
    payment_type: payment.type,
    payment_lines: [
      {
        account_id: accountId(currency === "EUR" ? "1200" : "1210"),
        contact_id: party.id,
        contact_name: party.name,
        customer_id: party.role === "customer" ? party.id : null,
        supplier_id: party.role === "supplier" ? party.id : null,
        description: payment.description,
        invoice_id: payment.documentId,
        amount: payment.amount,
        settled_amount: payment.settled,
        payment_date: date,
      },
    ],
    total_amount: payment.amount,
    created_at: at,
    updated_at: at,
  };
}
