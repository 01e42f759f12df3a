/** Writing the chart of accounts: one account at a time, new ones with PUT, known ones with POST. */
import { only } from "../engine/values.ts";
import { classes } from "./chart.ts";
import { accountOf, base, type Company } from "./company.ts";
import { Rejected } from "./refusals.ts";
import { type Row, text } from "./wire.ts";

const names = [
  "Code",
  "Name",
  "Type",
  "Description",
  "TaxType",
  "BankAccountNumber",
  "BankAccountType",
  "CurrencyCode",
];

export function writeAccount(company: Company, input: Row, existing?: Row): Row {
  const account: Row = { ...existing, ...only(input, names) };
  const [code, name, type] = [text(account["Code"]), text(account["Name"]), text(account["Type"])];
  const isBank = type === "BANK";
  const others = company.tables.Accounts.where((one) => one["AccountID"] !== existing?.["AccountID"]);
  const same = accountOf(company, undefined, code);
  const problems = [
    ...(classes[type] === undefined ? ["The Type field is mandatory and must be a known account type."] : []),
    ...(name === "" || others.some((one) => one["Name"] === name) ? ["Please enter a unique Name."] : []),
    ...(code === "" && !isBank ? ["Please enter a unique Code."] : []),
    ...(same !== undefined && same["AccountID"] !== existing?.["AccountID"] ? ["Please enter a unique Code."] : []),
    ...(code.length > 10 ? ["Code must not be longer than 10 characters."] : []),
    ...(isBank && text(account["BankAccountNumber"]) === "" ? ["The BankAccountNumber field is mandatory."] : []),
  ];
  if (problems.length > 0) throw new Rejected(...problems);
  return company.save("Accounts", {
    ...{ AccountID: company.newId(), Status: "ACTIVE", TaxType: "NONE", Class: classes[type] },
    ...{ EnablePaymentsToAccount: false, ShowInExpenseClaims: false, HasAttachments: false, AddToWatchlist: false },
    ...(isBank ? { BankAccountType: "BANK", CurrencyCode: base(company) } : { BankAccountType: "" }),
    ...account,
  });
}
