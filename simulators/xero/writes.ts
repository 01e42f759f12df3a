/** Writing what is no document: items, payments, manual journals, credit applied to invoices. */
import { only } from "../engine/values.ts";
import { accountOf, type Company, found, settled } from "./company.ts";
import { bookManualJournal, bookPayment, reverse } from "./ledger.ts";
import { tracked } from "./lines.ts";
import { Rejected } from "./refusals.ts";
import { big, cents, dayOf, type Row, row, rows, stamp, sum, text } from "./wire.ts";

export function writeItem(company: Company, input: Row, existing?: Row): Row {
  const code = text(input["Code"] ?? existing?.["Code"]);
  if (code === "") throw new Rejected("The Item Code must be specified");
  if (code.length > 30) throw new Rejected("Code must not be longer than 30 characters.");
  const other = found(company, "Items", code);
  if (other !== undefined && other["ItemID"] !== existing?.["ItemID"])
    throw new Rejected(`Price List Item with Code '${code}' already exists`);
  const names = ["Name", "Description", "PurchaseDescription", "IsSold", "IsPurchased"];
  const details = (name: string) => {
    const given = { ...row(existing?.[name]), ...row(input[name]) };
    const account = given["AccountCode"];
    if (account !== undefined && accountOf(company, undefined, account) === undefined)
      throw new Rejected(`Account code '${text(account)}' is not a valid code for this document.`);
    return given;
  };
  return company.save("Items", {
    ...{ ItemID: company.newId(), IsTrackedAsInventory: false, IsSold: true, IsPurchased: true },
    ...existing,
    ...only(input, names),
    ...{ Code: code, PurchaseDetails: details("PurchaseDetails"), SalesDetails: details("SalesDetails") },
  });
}

const paymentTypes: Readonly<Record<string, string>> = {
  ...{ ACCREC: "ACCRECPAYMENT", ACCPAY: "ACCPAYPAYMENT" },
  ...{ ACCRECCREDIT: "ARCREDITPAYMENT", ACCPAYCREDIT: "APCREDITPAYMENT" },
};

/** The invoice or the credit note that is paid, by id or by number. */
function payable(company: Company, input: Row): { readonly table: "Invoices" | "CreditNotes"; readonly document: Row } {
  const [invoice, note] = [row(input["Invoice"]), row(input["CreditNote"])];
  const invoiceName = text(invoice["InvoiceID"] ?? invoice["InvoiceNumber"] ?? input["InvoiceNumber"]);
  const noteName = text(note["CreditNoteID"] ?? note["CreditNoteNumber"] ?? input["CreditNoteNumber"]);
  const table = noteName === "" ? "Invoices" : "CreditNotes";
  const document = found(company, table, noteName === "" ? invoiceName : noteName);
  if (document === undefined)
    throw new Rejected(
      "Invoice/Credit Note could not be found",
      "Payments can only be made against Authorised documents",
    );
  return { table, document };
}

/** Payments are made and deleted, never changed. */
export function writePayment(company: Company, input: Row, existing?: Row): Row {
  if (existing !== undefined) return deletePayment(company, input, existing);
  const { table, document } = payable(company, input);
  const asked = row(input["Account"]);
  const account = accountOf(company, asked["AccountID"], asked["Code"] ?? input["Code"]);
  const open = big(document[table === "Invoices" ? "AmountDue" : "RemainingCredit"]);
  const problems: string[] = [];
  if (document["Status"] !== "AUTHORISED") problems.push("Payments can only be made against Authorised documents");
  if (account === undefined) problems.push("Account must be valid.");
  else if (account["Type"] !== "BANK" && account["EnablePaymentsToAccount"] !== true)
    problems.push(`Account code '${text(account["Code"])}' is not a valid code for this document.`);
  const amount = big(input["Amount"]);
  if (amount.lte(0)) problems.push("Payment amount must be greater than 0.00");
  if (amount.gt(open)) problems.push("Payment amount exceeds the amount outstanding on this document");
  if (problems.length > 0 || account === undefined) throw new Rejected(...problems);
  const day = stamp(dayOf(input["Date"]) ?? dayOf(stamp(company.now())) ?? 0);
  const rate = Number(input["CurrencyRate"] ?? document["CurrencyRate"]);
  const inOwn = account["CurrencyCode"] === document["CurrencyCode"] ? amount : amount.div(rate);
  const payment = company.save("Payments", {
    ...{ PaymentID: company.newId(), Date: day, BankAmount: cents(inOwn), Amount: cents(amount) },
    Reference: text(input["Reference"]),
    ...{ CurrencyRate: rate, PaymentType: paymentTypes[text(document["Type"])], Status: "AUTHORISED" },
    ...{ HasAccount: true, IsReconciled: input["IsReconciled"] === true },
    Account: { AccountID: account["AccountID"], ...(account["Code"] !== undefined && { Code: account["Code"] }) },
    ...{ Invoice: paidOf(table, document), HasValidationErrors: false },
  });
  const { PaymentID, Date, Amount, Reference, CurrencyRate } = payment;
  const entry = { PaymentID, Date, Amount, Reference, CurrencyRate, HasAccount: false, HasValidationErrors: false };
  company.save(table, settled({ ...document, Payments: [...rows(document["Payments"]), entry] }));
  bookPayment(company, payment, document);
  return payment;
}

/** A payment tells of its credit note as if it were an invoice. */
const paidOf = (table: string, document: Row): Row => ({
  Type: document["Type"],
  InvoiceID: document[table === "Invoices" ? "InvoiceID" : "CreditNoteID"],
  InvoiceNumber: document[table === "Invoices" ? "InvoiceNumber" : "CreditNoteNumber"],
  ...{ Payments: [], CreditNotes: [], Prepayments: [], Overpayments: [], HasErrors: false, IsDiscounted: false },
  ...{ Contact: document["Contact"], LineItems: [], CurrencyCode: document["CurrencyCode"] },
});

function deletePayment(company: Company, input: Row, existing: Row): Row {
  if (input["Status"] !== "DELETED")
    throw new Rejected("The only change allowed to a payment is to set its status to DELETED");
  if (existing["Status"] === "DELETED") throw new Rejected("Payment has already been deleted");
  const payment = company.save("Payments", { ...existing, Status: "DELETED" });
  const id = text(row(existing["Invoice"])["InvoiceID"]);
  const table = company.tables.Invoices.has(id) ? "Invoices" : "CreditNotes";
  const document = company.tables[table].get(id) ?? {};
  const others = rows(document["Payments"]).filter((one) => one["PaymentID"] !== existing["PaymentID"]);
  company.save(table, settled({ ...document, Payments: others }));
  reverse(company, text(existing["PaymentID"]));
  return payment;
}

const manualStatuses = ["DRAFT", "POSTED", "DELETED", "VOIDED", "ARCHIVED"];

export function writeManualJournal(company: Company, input: Row, existing?: Row): Row {
  const status = text(input["Status"] ?? existing?.["Status"] ?? "DRAFT");
  const before = text(existing?.["Status"]);
  if (before === "VOIDED" || before === "DELETED" || !manualStatuses.includes(status))
    throw new Rejected("Manual journal not of valid status for modification");
  const problems: string[] = [];
  const narration = text(input["Narration"] ?? existing?.["Narration"]);
  if (narration === "") problems.push("Narration must be provided");
  const taxed = text(input["LineAmountTypes"] ?? existing?.["LineAmountTypes"] ?? "NoTax");
  const lines =
    input["JournalLines"] === undefined
      ? rows(existing?.["JournalLines"])
      : rows(input["JournalLines"]).map((one) => manualLine({ company, taxed, problems }, one));
  if (lines.length < 2) problems.push("A journal must have at least two lines");
  const gross = lines.map((one) => big(one["LineAmount"]).plus(taxed === "Exclusive" ? big(one["TaxAmount"]) : 0));
  const [debit, credit] = [sum(gross.filter((one) => one.gt(0))), sum(gross.filter((one) => one.lt(0)))];
  if (!debit.plus(credit).eq(0))
    problems.push(`The total debits (${debit.toFixed(2)}) must equal total credits (${credit.toFixed(2)})`);
  if (problems.length > 0) throw new Rejected(...problems);
  const day = dayOf(input["Date"] ?? existing?.["Date"]) ?? dayOf(stamp(company.now())) ?? 0;
  const journal = company.save("ManualJournals", {
    ...{ ManualJournalID: company.newId(), ShowOnCashBasisReports: true, HasAttachments: false },
    ...existing,
    ...(input["Url"] !== undefined && { Url: input["Url"] }),
    ...(input["ShowOnCashBasisReports"] !== undefined && { ShowOnCashBasisReports: input["ShowOnCashBasisReports"] }),
    ...{ Narration: narration, Date: stamp(day), Status: status, LineAmountTypes: taxed, JournalLines: lines },
  });
  if (existing !== undefined) reverse(company, text(existing["ManualJournalID"]));
  if (status === "POSTED") bookManualJournal(company, journal);
  return journal;
}

interface ManualSetting {
  readonly company: Company;
  readonly taxed: string;
  readonly problems: string[];
}

/** Bank accounts and the control accounts take no manual journals. */
function manualLine({ company, taxed, problems }: ManualSetting, given: Row): Row {
  const account = accountOf(company, given["AccountID"], given["AccountCode"]);
  const closed = account?.["Type"] === "BANK" || account?.["SystemAccount"] === "DEBTORS";
  if (account === undefined || closed || account["SystemAccount"] === "CREDITORS")
    problems.push(`Account code '${text(given["AccountCode"])}' is not a valid code for this document.`);
  const taxType = text(given["TaxType"] ?? (taxed === "NoTax" ? "NONE" : (account?.["TaxType"] ?? "NONE")));
  const rate = company.tables.TaxRates.get(taxType);
  if (rate === undefined)
    problems.push(`The TaxType code ${taxType} does not exist or cannot be used for this type of transaction.`);
  const percent = taxed === "NoTax" ? big(0) : big(rate?.["EffectiveRate"]);
  const base = taxed === "Inclusive" ? percent.plus(100) : big(100);
  const amount = big(given["LineAmount"]);
  return {
    ...(given["Description"] !== undefined && { Description: given["Description"] }),
    ...{ TaxType: taxType, TaxAmount: cents(amount.times(percent).div(base)), LineAmount: cents(amount) },
    ...{ AccountCode: account?.["Code"], AccountID: account?.["AccountID"] },
    ...{ Tracking: tracked(company, given["Tracking"], problems), IsBlank: false },
  };
}

/** Credit used up by an invoice of the same side. */
export function allocate(company: Company, note: Row, input: Row): Row {
  const asked = row(input["Invoice"]);
  const invoice = found(company, "Invoices", text(asked["InvoiceID"] ?? asked["InvoiceNumber"]));
  const amount = big(input["Amount"]);
  if (invoice === undefined || `${text(invoice["Type"])}CREDIT` !== note["Type"])
    throw new Rejected("The invoice could not be found or is not of the right type");
  if (note["Status"] !== "AUTHORISED" || invoice["Status"] !== "AUTHORISED")
    throw new Rejected("Allocations can only be made between Authorised documents");
  if (amount.lte(0) || amount.gt(big(note["RemainingCredit"])) || amount.gt(big(invoice["AmountDue"])))
    throw new Rejected("The amount to allocate exceeds the amount outstanding on this document");
  const day = stamp(dayOf(input["Date"]) ?? dayOf(stamp(company.now())) ?? 0);
  const { InvoiceID, InvoiceNumber } = invoice;
  const { CreditNoteID, CreditNoteNumber, Total } = note;
  const allocation = {
    AllocationID: company.newId(),
    Amount: cents(amount),
    Date: day,
    Invoice: { InvoiceID, InvoiceNumber },
  };
  company.save("CreditNotes", settled({ ...note, Allocations: [...rows(note["Allocations"]), allocation] }));
  const applied = {
    ...{ CreditNoteID, CreditNoteNumber, ID: CreditNoteID, HasErrors: false, AppliedAmount: cents(amount) },
    ...{ Date: day, LineItems: [], Total },
  };
  company.save("Invoices", settled({ ...invoice, CreditNotes: [...rows(invoice["CreditNotes"]), applied] }));
  return { ...allocation, CreditNote: { CreditNoteID, ID: CreditNoteID, LineItems: [] } };
}
