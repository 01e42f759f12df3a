/** The chart of accounts. A heading has an id of the older chart, an account below it one of the journal. */
import { type Row, uuid } from "../engine/values.ts";
import type { Books } from "./shapes.ts";

type Group = readonly [number: string, name: string, type: string, subType: string, accounts: readonly string[]];

const chart: readonly Group[] = [
  ["1000", "Cash", "asset", "Cash & Bank", ["Petty Cash", "Invented Bank", "Old Savings"]],
  ["1200", "Accounts Receivable", "asset", "Current Asset", ["Accounts Receivable"]],
  ["1500", "Property", "asset", "Property, Plant, and Equipment", ["Furniture", "Vehicles"]],
  ["2000", "Accounts Payable", "liability", "Current Liability", ["Accounts Payable"]],
  ["2100", "Sales Tax", "liability", "Current Liability", ["Tax on sales"]],
  ["2101", "Taxes Paid", "liability", "Current Liability", ["Tax on purchases"]],
  ["2200", "Customer Deposits", "liability", "Current Liability", ["Customer Credit"]],
  ["3000", "Owner's Equity", "equity", "Equity", ["Investments", "Draws"]],
  ["4000", "Revenue", "income", "Income", ["Sales", "Shipping", "Other Income"]],
  ["5000", "Cost of Goods Sold", "expense", "Cost of Goods Sold", ["Raw material", "Subcontractors", "Freight"]],
];

/** The accounts for these are the categories of expenses and bills. */
const categories = [
  "Advertising",
  "Bank Fees",
  "Business Meals",
  "Contract Help",
  "Education",
  "Equipment",
  "Gas",
  "Hardware",
  "Insurance",
  "Interest",
  "Licences",
  "Maintenance",
  "Office Expenses & Postage",
  "Parking",
  "Phone",
  "Professional Services",
  "Rent",
  "Software",
  "Supplies",
  "Travel",
];

export function addChart(company: Books): void {
  const groups: readonly Group[] = [
    ...chart,
    ["6000", "Operating Expenses", "expense", "Operating Expense", categories],
  ];
  const idOf = (number: string): string => uuid(`${company.id} ${number}`);
  for (const [number, name, type, sub_type, accounts] of groups) {
    const jea_id = company.next("id", 0);
    const shared = { type, sub_type, state: "active" };
    const subs = accounts.map((_, index) => `${number}-${index + 1}`);
    const add = (row: Row) => company.add("ledger_accounts", { ...shared, ...row });
    add({
      uuid: idOf(number),
      name,
      number,
      description: "",
      system_account_name: name,
      parent_account: null,
      sub_accounts: subs.map(idOf),
      auto_created: true,
      category_id: null,
      jea_id,
      jesa_id: null,
    });
    for (const [index, title] of accounts.entries())
      add({
        uuid: idOf(`${number}-${index + 1}`),
        name: title,
        number: `${number}-${index + 1}`,
        description: index % 3 === 0 ? `Account for ${title}` : "",
        parent_account: idOf(number),
        sub_accounts: [],
        auto_created: index % 2 === 0,
        state: title.startsWith("Old") ? "archived" : "active",
        category_id: type === "expense" ? company.next("id", 0) : null,
        jea_id: null,
        jesa_id: company.next("id", 0),
      });
    company.add("journal_entry_accounts", {
      account_name: name,
      account_number: number,
      account_type: type,
      accountid: jea_id,
      balance: "0.00",
      currency_code: "USD",
      id: jea_id,
      sub_accounts: [],
    });
  }
}
