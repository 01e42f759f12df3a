/** Payments, credits applied to invoices, and the amounts that remain due. */
import { big, filled, only, type Row, row, rows, sum, text } from "../engine/values.ts";
import { accountOf, type Company, cents, dayOr, found, stamp } from "./company.ts";
import { bookPayment, reverse } from "./ledger.ts";
import { rejectIf } from "./refusals.ts";

/** The paid, credited and due amounts; a document with nothing due is paid. */
export function settled(document: Row): Row {
  const { FullyPaidOnDate: _before, Status, ...rest } = document;
  const isCredit = text(document["Type"]).endsWith("CREDIT");
  const payments = rows(document["Payments"]);
  const used = isCredit ? ["Allocations"] : ["CreditNotes", "Overpayments", "Prepayments"];
  const credits = used.flatMap((name) => rows(document[name]));
  const paid = sum(payments.map((payment) => payment["Amount"]));
  const credited = sum(credits.map((credit) => credit[isCredit ? "Amount" : "AppliedAmount"]));
  const open = big(document["Total"]).minus(paid).minus(credited);
  const isStanding = Status === "AUTHORISED" || Status === "PAID";
  const status = isStanding ? (open.eq(0) ? "PAID" : "AUTHORISED") : Status;
  const left = Status === "VOIDED" || Status === "DELETED" ? 0 : cents(open);
  const dates = [...payments, ...credits].map((settlement) => text(settlement["Date"])).sort();
  return {
    ...rest,
    Status: status,
    ...(isCredit
      ? { RemainingCredit: left }
      : { AmountDue: left, AmountPaid: cents(paid), AmountCredited: cents(credited) }),
    ...(status === "PAID" && { FullyPaidOnDate: dates.at(-1) ?? document["Date"] }),
  };
}

const paymentTypes: Readonly<Record<string, string>> = {
  ACCREC: "ACCRECPAYMENT",
  ACCPAY: "ACCPAYPAYMENT",
  ACCRECCREDIT: "ARCREDITPAYMENT",
  ACCPAYCREDIT: "APCREDITPAYMENT",
};

/** Payments are created and deleted, never changed. */
export function writePayment(company: Company, input: Row, existing?: Row): Row {
  if (existing !== undefined) return deletePayment(company, input, existing);
  const invoice = row(input["Invoice"]);
  const note = row(input["CreditNote"]);
  const requestedAccount = row(input["Account"]);
  const noteName = text(note["CreditNoteID"] ?? note["CreditNoteNumber"] ?? input["CreditNoteNumber"]);
  const invoiceName = invoice["InvoiceID"] ?? invoice["InvoiceNumber"] ?? input["InvoiceNumber"];
  const table = noteName === "" ? "Invoices" : "CreditNotes";
  const document = found(company, table, noteName || invoiceName) ?? {};
  const unauthorised = "Payments can only be made against Authorised documents";
  const isUnknown = document["Status"] === undefined;
  rejectIf([isUnknown, "Invoice/Credit Note could not be found"], [isUnknown, unauthorised]);
  const account = accountOf(company, requestedAccount["AccountID"], requestedAccount["Code"] ?? input["Code"]) ?? {};
  const { AccountID, Code } = account;
  const isOpenToPayments = account["Type"] === "BANK" || account["EnablePaymentsToAccount"] === true;
  const isClosed = AccountID !== undefined && !isOpenToPayments;
  const open = big(document[table === "Invoices" ? "AmountDue" : "RemainingCredit"]);
  const amount = big(input["Amount"]);
  rejectIf(
    [document["Status"] !== "AUTHORISED", unauthorised],
    [AccountID === undefined, "Account must be valid."],
    [isClosed, `Account code '${text(Code)}' is not a valid code for this document.`],
    [amount.lte(0), "Payment amount must be greater than 0.00"],
    [amount.gt(open), "Payment amount exceeds the amount outstanding on this document"],
  );
  const rate = Number(input["CurrencyRate"] ?? document["CurrencyRate"]);
  const inOwn = account["CurrencyCode"] === document["CurrencyCode"] ? amount : amount.div(rate);
  const payment = company.save("Payments", {
    PaymentID: company.newId(),
    Date: stamp(dayOr(company, input["Date"])),
    BankAmount: cents(inOwn),
    Amount: cents(amount),
    Reference: text(input["Reference"]),
    CurrencyRate: rate,
    PaymentType: paymentTypes[text(document["Type"])],
    Status: "AUTHORISED",
    HasAccount: true,
    IsReconciled: input["IsReconciled"] === true,
    Account: { AccountID, ...(Code !== undefined && { Code }) },
    Invoice: paidOf(document),
    HasValidationErrors: false,
  });
  const { PaymentID, Date, Amount, Reference, CurrencyRate } = payment;
  const entry = { PaymentID, Date, Amount, Reference, CurrencyRate, HasAccount: false, HasValidationErrors: false };
  company.save(table, settled({ ...document, Payments: [...rows(document["Payments"]), entry] }));
  bookPayment(company, payment, document);
  return payment;
}

/** A payment shows its credit note as an invoice. */
function paidOf(document: Row): Row {
  const { InvoiceID = document["CreditNoteID"], InvoiceNumber = document["CreditNoteNumber"] } = document;
  const nothing = filled("Payments|CreditNotes|Prepayments|Overpayments|LineItems", []);
  const about = only(document, ["Type", "Contact", "CurrencyCode"]);
  return { InvoiceID, InvoiceNumber, ...about, ...nothing, HasErrors: false, IsDiscounted: false };
}

function deletePayment(company: Company, input: Row, existing: Row): Row {
  const { PaymentID, Status, Invoice } = existing;
  rejectIf([input["Status"] !== "DELETED", "The only change allowed to a payment is to set its status to DELETED"]);
  rejectIf([Status === "DELETED", "Payment has already been deleted"]);
  const payment = company.save("Payments", { ...existing, Status: "DELETED" });
  const { InvoiceID: id } = row(Invoice);
  const table = company.tables.Invoices.has(id) ? "Invoices" : "CreditNotes";
  const document = company.tables[table].get(id) ?? {};
  const Payments = rows(document["Payments"]).filter((otherPayment) => otherPayment["PaymentID"] !== PaymentID);
  company.save(table, settled({ ...document, Payments }));
  reverse(company, PaymentID);
  return payment;
}

/** Applies a credit to an open invoice of the same side. */
export function allocate(company: Company, note: Row, invoice: Row, input: Row): void {
  const { InvoiceID, InvoiceNumber } = invoice;
  const { CreditNoteID, CreditNoteNumber, Total } = note;
  const Amount = cents(input["Amount"]);
  const Date = stamp(dayOr(company, input["Date"]));
  const allocation = { AllocationID: company.newId(), Amount, Date, Invoice: { InvoiceID, InvoiceNumber } };
  const credit = { CreditNoteID, CreditNoteNumber, ID: CreditNoteID, HasErrors: false };
  const applied = { ...credit, AppliedAmount: Amount, Date, LineItems: [], Total };
  company.save("CreditNotes", settled({ ...note, Allocations: [...rows(note["Allocations"]), allocation] }));
  company.save("Invoices", settled({ ...invoice, CreditNotes: [...rows(invoice["CreditNotes"]), applied] }));
}
