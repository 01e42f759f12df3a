/** Money on account: overpayments and prepayments, which are entered as bank transactions. */
import { big, only, type Row, row, rows, sum, text } from "../engine/values.ts";
import { accountOf, base, type Company, cents, contactRow, dated, dayOr, stamp } from "./company.ts";
import { bookPayment } from "./ledger.ts";
import { rejectIf } from "./refusals.ts";
import { settled } from "./settling.ts";

export type OnAccount = "Overpayments" | "Prepayments";

const idOf = { Overpayments: "OverpaymentID", Prepayments: "PrepaymentID" } as const;

const tableOf = (type: unknown): OnAccount | undefined => {
  if (text(type).endsWith("-OVERPAYMENT")) return "Overpayments";
  return text(type).endsWith("-PREPAYMENT") ? "Prepayments" : undefined;
};

export const isOnAccount = (input: Row): boolean => tableOf(input["Type"]) !== undefined;

/** The side of the books: money that came in belongs to a customer. */
const sideOf = ({ Type }: Row): "ACCREC" | "ACCPAY" => (text(Type).startsWith("RECEIVE") ? "ACCREC" : "ACCPAY");

/** Stores the money and the bank transaction that moved it. */
export function receiveOnAccount(company: Company, input: Row): Row {
  const table = tableOf(input["Type"]) ?? "Overpayments";
  const requested = row(input["BankAccount"]);
  const account = accountOf(company, requested["AccountID"], requested["Code"]) ?? {};
  const contact = contactRow(company, input);
  const LineItems = rows(input["LineItems"]);
  const total = cents(sum(LineItems.map((line) => big(line["LineAmount"] ?? line["UnitAmount"]))));
  rejectIf(
    [account["Type"] !== "BANK", "The BankAccount must be a valid account of type BANK"],
    [contact["ContactID"] === undefined, "The Contact must be specified"],
    [total <= 0, "The total for this document must be greater than or equal to zero."],
  );
  const id = company.newId();
  const about: Row = {
    Type: input["Type"],
    Reference: text(input["Reference"]),
    Contact: only(contact, ["ContactID", "Name"]),
    ...dated("Date", dayOr(company, input["Date"])),
    LineAmountTypes: "NoTax",
    LineItems,
    SubTotal: total,
    TotalTax: 0,
    Total: total,
    CurrencyCode: base(company),
    HasAttachments: false,
  };
  const money = company.save(table, {
    [idOf[table]]: id,
    ID: id,
    ...about,
    Status: "AUTHORISED",
    CurrencyRate: 1,
    RemainingCredit: total,
    Allocations: [],
    Payments: [],
  });
  const { AccountID, Code, Name } = account;
  const payment = { PaymentID: id, PaymentType: input["Type"], Date: money["Date"], Amount: total, CurrencyRate: 1 };
  bookPayment(company, { ...payment, Account: { AccountID } }, { Type: sideOf(money), CurrencyRate: 1 });
  return company.save("BankTransactions", {
    BankTransactionID: company.newId(),
    [idOf[table]]: id,
    ...about,
    Status: "AUTHORISED",
    BankAccount: { AccountID, Code, Name },
    IsReconciled: false,
  });
}

/** What is left after allocations and refunds; nothing left means PAID. */
function remaining(money: Row): Row {
  const used = [...rows(money["Allocations"]), ...rows(money["Payments"])].map(({ Amount }) => big(Amount));
  const left = big(money["Total"]).minus(sum(used));
  return { ...money, RemainingCredit: cents(left), Status: left.eq(0) ? "PAID" : "AUTHORISED" };
}

type Use = Readonly<Record<"money" | "invoice" | "input", Row>>;

/** Uses money on account for a document of the same side. */
export function useOnAccount(company: Company, table: OnAccount, { money, invoice, input }: Use): void {
  const { [idOf[table]]: id, Total } = money;
  const { InvoiceID, InvoiceNumber } = invoice;
  const Amount = cents(input["Amount"]);
  const Date = stamp(dayOr(company, input["Date"]));
  rejectIf([big(Amount).gt(big(money["RemainingCredit"])), "The amount exceeds the remaining credit"]);
  const allocation = { AllocationID: company.newId(), Amount, Date, Invoice: { InvoiceID, InvoiceNumber } };
  company.save(table, remaining({ ...money, Allocations: [...rows(money["Allocations"]), allocation] }));
  const applied = { [idOf[table]]: id, ID: id, AppliedAmount: Amount, Date, LineItems: [], Total };
  company.save("Invoices", settled({ ...invoice, [table]: [...rows(invoice[table]), applied] }));
}

/** Pays money on account back. */
export function refundOnAccount(company: Company, table: OnAccount, input: Row): Row {
  const name = table === "Overpayments" ? "Overpayment" : "Prepayment";
  const money = company.tables[table].get(row(input[name])[idOf[table]]) ?? {};
  const account = accountOf(company, row(input["Account"])["AccountID"], row(input["Account"])["Code"]) ?? {};
  const amount = big(input["Amount"]);
  rejectIf(
    [money["Status"] !== "AUTHORISED", "Payments can only be made against Authorised documents"],
    [account["AccountID"] === undefined, "Account must be valid."],
    [amount.lte(0), "Payment amount must be greater than 0.00"],
    [amount.gt(big(money["RemainingCredit"])), "Payment amount exceeds the amount outstanding on this document"],
  );
  const { AccountID, Code } = account;
  const side = sideOf(money);
  const payment = company.save("Payments", {
    PaymentID: company.newId(),
    Date: stamp(dayOr(company, input["Date"])),
    BankAmount: cents(amount),
    Amount: cents(amount),
    Reference: text(input["Reference"]),
    CurrencyRate: 1,
    PaymentType: `${side === "ACCREC" ? "AR" : "AP"}${name.toUpperCase()}PAYMENT`,
    Status: "AUTHORISED",
    HasAccount: true,
    IsReconciled: false,
    Account: { AccountID, ...(Code !== undefined && { Code }) },
    [name]: only(money, [idOf[table], "ID", "Contact", "CurrencyCode", "Type"]),
    HasValidationErrors: false,
  });
  const { PaymentID, Date, Amount } = payment;
  company.save(table, remaining({ ...money, Payments: [...rows(money["Payments"]), { PaymentID, Date, Amount }] }));
  bookPayment(company, payment, { Type: `${side}CREDIT`, CurrencyRate: 1 });
  return payment;
}
