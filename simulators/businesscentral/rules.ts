/** The vendor's checks and defaults on writes, set by set. */
import { type Draft, encoded, noDate, noGuid } from "../engine/entities.ts";
import { type Row, text, words } from "../engine/values.ts";
import { documentRule, documents, fill, fillCurrency, isDraft, lineRule, named, nextOf } from "./documents.ts";
import { dialog, fieldFault, sameKey, tooLong } from "./refusals.ts";
import { type Book, setOf, table, under } from "./resources.ts";

type Rule = (draft: Draft) => void;

/** The template whose journals are listed when the caller names none. */
export const generalTemplate = "GENERAL";

const unique = ({ book, set, row, old }: Draft, field: string, caption: string) => {
  const same = table(book, set).find(field, row[field]);
  if (same !== undefined && same !== old) throw sameKey(setOf(set).caption, caption, text(row[field]));
};

const numbered =
  (prefix: string, named = false): Rule =>
  (draft) => {
    const { book, set, row, sentProperties, old } = draft;
    if (named && text(row["displayName"]) === "")
      throw dialog(old === undefined ? 'A "displayName" must be provided.' : 'The blank "displayName" is not allowed.');
    row["number"] ||= `${prefix}${String(book.next(`number/${set}`, 9001)).padStart(5, "0")}`;
    unique(draft, "number", "No.");
    if (
      "currencyCode" in row &&
      (old === undefined || sentProperties.has("currencyId") || sentProperties.has("currencyCode"))
    )
      fillCurrency(draft);
    if (set === "contacts" && row["type"] === "Company") row["companyName"] = row["displayName"];
    if (set === "items") fillItem(draft);
  };

function fillItem({ book, row, sentProperties }: Draft): void {
  const pairs = { taxGroup: "taxGroups", baseUnitOfMeasure: "unitsOfMeasure" };
  for (const [prefix, set] of Object.entries(pairs)) {
    const id = `${prefix}Id`;
    const code = `${prefix}Code`;
    const found = sentProperties.has(id) ? table(book, set).get(row[id]) : table(book, set).find("code", row[code]);
    if (found !== undefined) Object.assign(row, { [id]: found["id"], [code]: found["code"] });
    else if ((sentProperties.has(id) || sentProperties.has(code)) && row[code] !== "")
      throw dialog(`The "${prefix}" values do not match to a specific record.`);
  }
}

const codedRule: Rule = (draft) => {
  const { row, set } = draft;
  row["code"] = text(row["code"]).toUpperCase();
  if (row["code"] === "")
    throw fieldFault(`Code must have a value in ${setOf(set).caption}: Code=. It cannot be zero or empty.`);
  unique(draft, "code", "Code");
};

const templates: Readonly<Record<string, string>> = {
  journals: generalTemplate,
  customerPaymentJournals: "CASHRCPT",
  vendorPaymentJournals: "PAYMENT",
};

const journalRule: Rule = (draft) => {
  const { book, set, row } = draft;
  codedRule(draft);
  const { length } = text(row["code"]);
  if (length > 10) throw fieldFault(tooLong(length, 10));
  if ("templateDisplayName" in row) row["templateDisplayName"] ||= templates[set];
  const account = table(book, "accounts").get(row["balancingAccountId"]);
  if (account === undefined && row["balancingAccountId"] !== noGuid)
    throw dialog('The "balancingAccountId" does not match to an Account.');
  row["balancingAccountNumber"] = account?.["number"] ?? "";
};

/** Journals of all templates are batches: payment journals can be posted through `journals` too. */
export function shareBatch(book: Book, set: string, row: Row): void {
  const templateDisplayName = set === "journals" ? undefined : templates[set];
  if (templateDisplayName !== undefined) table(book, "journals").put({ ...row, templateDisplayName });
}

const enterLine = ({ book, row, set, old }: Draft, what: string) => {
  const journal = table(book, "journals").get(row["journalId"]);
  if (journal === undefined) throw dialog("You must specify a journal batch ID or a journal ID to get a journal line.");
  row["journalDisplayName"] = journal["code"];
  if (old !== undefined) return journal;
  const lines = under(book, set, journal);
  row["lineNumber"] ||= nextOf(lines, "lineNumber");
  if (row["postingDate"] === noDate) row["postingDate"] = book.today();
  row["documentNumber"] ||= text(lines.at(-1)?.["documentNumber"]) || `${what}${book.next("voucher", 5001)}`;
  return journal;
};

const partnersOf: Readonly<Record<string, string>> = {
  Customer: "customers",
  Vendor: "vendors",
  [encoded("Bank Account")]: "bankAccounts",
};

const journalLineRule: Rule = (draft) => {
  const { row, sentProperties, old } = draft;
  const journal = enterLine(draft, "G0");
  const inherited = !sentProperties.has("balancingAccountId") && !sentProperties.has("balancingAccountNumber");
  if (old === undefined && inherited) row["balancingAccountNumber"] = journal["balancingAccountNumber"];
  for (const [typeField, side] of Object.entries({ accountType: "account", balanceAccountType: "balancingAccount" })) {
    const type = text(row[typeField]);
    const id = `${side}Id`;
    // The vendor looks customers and vendors up by their numbers only.
    if (type === "Customer" || type === "Vendor") row[id] = noGuid;
    const found = named(draft, { set: partnersOf[type] ?? "accounts", id, number: `${side}Number`, title: "Account" });
    if (id === "accountId" && found !== undefined)
      fill(row, sentProperties, { description: row["description"] || found["displayName"] });
  }
};

const paymentRule =
  (who: "customer" | "vendor", invoices: string): Rule =>
  (draft) => {
    const { row, sentProperties } = draft;
    enterLine(draft, who === "customer" ? "C0" : "V0");
    const invoice = appliedInvoice(draft, invoices);
    const id = `${who}Id`;
    const number = `${who}Number`;
    if (!sentProperties.has(id) && !sentProperties.has(number) && invoice !== undefined) row[number] = invoice[number];
    const found = named(draft, { set: `${who}s`, id, number, title: who === "customer" ? "Customer" : "Vendor" });
    row["description"] ||= found?.["displayName"] ?? "";
  };

function appliedInvoice({ book, row, sentProperties }: Draft, invoices: string): Row | undefined {
  if (sentProperties.has("appliesToInvoiceId") && row["appliesToInvoiceId"] !== noGuid) {
    const found = table(book, invoices).get(row["appliesToInvoiceId"]);
    if (found === undefined || isDraft(found))
      throw dialog('The "appliesToInvoiceId" should be the ID of an Open, Paid, Corrective, or Canceled Invoice.');
    if (sentProperties.has("appliesToInvoiceNumber") && row["appliesToInvoiceNumber"] !== found["number"])
      throw dialog("The Applies To Invoice values do not match to the same Invoice.");
    row["appliesToInvoiceNumber"] = found["number"];
    return found;
  }
  if (row["appliesToInvoiceNumber"] === "") return undefined;
  const found = table(book, invoices).find("number", row["appliesToInvoiceNumber"]);
  row["appliesToInvoiceId"] = found?.["id"] ?? noGuid;
  return found;
}

const parentSets = [
  ...Object.keys(documents),
  ...words("journalLines|generalLedgerEntries|customers|vendors|items|projects"),
];
const fileRule: Rule = ({ book, set, row, old }) => {
  const moved = ["parentId", "parentType"].find((key) => old !== undefined && old[key] !== row[key]);
  if (moved !== undefined) throw dialog(`You cannot change the value of the key field ${moved}.`);
  if (old !== undefined) return;
  row["fileName"] ||= "filename.txt";
  const type = text(row["parentType"]);
  if (set === "attachments" && ["Customer", "Vendor", "Item", "Job", "Employee"].includes(type))
    throw dialog(`Parent type ${type} is not supported. Use documentAttachments API instead.`);
  if (set === "documentAttachments" && row["parentId"] === noGuid)
    throw dialog("You must specify a parentId in the request body.");
  if (row["parentId"] !== noGuid && !parentSets.some((name) => table(book, name).has(row["parentId"])))
    throw dialog("The parent of the attachment cannot be found.");
};

/** A dimension by its id or code, with one of its values. */
const dimensionRule: Rule = ({ book, row }) => {
  const dimension = table(book, "dimensions").get(row["id"]) ?? table(book, "dimensions").find("code", row["code"]);
  if (dimension === undefined) throw dialog("The dimension does not exist.");
  const value = under(book, "dimensionValues", dimension).find(
    ({ id, code }) => id === row["valueId"] || code === row["valueCode"],
  );
  if (value === undefined) throw dialog("The dimension value does not exist for this dimension.");
  Object.assign(row, {
    id: dimension["id"],
    code: dimension["code"],
    displayName: dimension["displayName"],
    valueId: value["id"],
    valueCode: value["code"],
    valueDisplayName: value["displayName"],
  });
};

const rules: Readonly<Record<string, Rule>> = {
  dimensionSetLines: dimensionRule,
  customers: numbered("C", true),
  vendors: numbered("V", true),
  contacts: numbered("CT"),
  items: numbered("I"),
  projects: numbered("J"),
  bankAccounts: numbered("B"),
  journals: journalRule,
  customerPaymentJournals: journalRule,
  vendorPaymentJournals: journalRule,
  journalLines: journalLineRule,
  customerPayments: paymentRule("customer", "salesInvoices"),
  vendorPayments: paymentRule("vendor", "purchaseInvoices"),
  attachments: fileRule,
  documentAttachments: fileRule,
};

export function applyRule(draft: Draft): void {
  const { set, row } = draft;
  const rule = rules[set] ?? (set in documents ? documentRule : set.endsWith("Lines") ? lineRule : undefined);
  if (rule !== undefined) rule(draft);
  else if ("code" in row) codedRule(draft);
}
