/** What the vendor checks and fills in when a row is written, set by set. */
import {
  type Draft,
  fill,
  fillCurrency,
  fillHeader,
  fillLine,
  headerOf,
  headerRow,
  isDocument,
  settleDocument,
} from "./documents.ts";
import { dialog, fieldFault, sameKey } from "./faults.ts";
import { generalTemplate, isDraft } from "./sets.ts";
import { amount, encoded, noDate, noGuid, type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";

type Rule = (draft: Draft) => void;

const postedErrors: Readonly<Record<string, string>> = {
  salesInvoices: "The invoice has been posted and can no longer be modified.",
  purchaseInvoices: "The invoice has been posted and can no longer be modified.",
  salesCreditMemos: "The credit memo has been posted and can no longer be modified.",
  purchaseCreditMemos: "The credit memo has been posted and can no longer be modified.",
};

/** Quotes and orders stay open to changes; posted invoices and credit memos do not. */
export function mustBeDraft(set: string, row: Row): void {
  const complaint = postedErrors[set];
  if (complaint !== undefined && !isDraft(row)) throw dialog(complaint);
}

/** Drafts count in a series of their own; posting gives the number that the world sees. */
const draftNumbers: Readonly<Record<string, string>> = {
  ...{ salesQuotes: "S-QUO", salesOrders: "S-ORD", salesInvoices: "S-INV", salesCreditMemos: "S-CR" },
  ...{ purchaseOrders: "PO", purchaseInvoices: "P-INV", purchaseCreditMemos: "P-CR" },
};

const documentRule: Rule = ({ book, set, row, given, old }) => {
  if (old !== undefined) {
    mustBeDraft(set, old);
    const partner = ["customerId", "customerNumber", "vendorId", "vendorNumber"].filter((name) => given.has(name));
    if (partner.length > 0) {
      const other = partner.some((name) => name.endsWith("Id")) ? "Number" : "Id";
      const prefix = set.startsWith("sales") ? "customer" : "vendor";
      if (partner.length === 1) row[`${prefix}${other}`] = other === "Id" ? noGuid : "";
      fillHeader(book, set, row, given);
    } else if (given.has("currencyId") || given.has("currencyCode")) fillCurrency(book, row, given);
    return;
  }
  fillHeader(book, set, row, given);
  row["number"] = `${draftNumbers[set] ?? "D"}${book.next(`draft/${set}`, 1001)}`;
  row["status"] = "Draft";
};

const lineRule: Rule = (draft) => {
  const { book, set, row, old } = draft;
  const header = book.set(headerOf(set)).get(text(row, "documentId"));
  if (header === undefined) throw dialog("You must specify a document id to get the lines.");
  mustBeDraft(headerOf(set), header);
  if (old !== undefined) {
    if (row["documentId"] !== old["documentId"]) throw dialog('The value for "documentId" cannot be modified.');
    if (row["sequence"] !== old["sequence"])
      throw dialog('The value for "sequence" cannot be modified. Delete and insert the line again.');
  } else if (amount(row, "sequence") === 0) {
    const last = book.set(set).under(text(header, "id")).at(-1);
    row["sequence"] = amount(last ?? {}, "sequence") + 10_000;
  }
  fillLine(draft);
};

const unique = ({ book, set, row, old }: Draft, field: string, caption: string) => {
  const same = book.set(set).find(field, text(row, field));
  if (same !== undefined && same !== old) throw sameKey(book.set(set).resource.table, caption, text(row, field));
};

const numbered =
  (prefix: string, named: boolean): Rule =>
  (draft) => {
    const { book, set, row, given, old } = draft;
    if (named && text(row, "displayName") === "")
      throw dialog(old === undefined ? 'A "displayName" must be provided.' : 'The blank "displayName" is not allowed.');
    if (text(row, "number") === "")
      row["number"] = `${prefix}${String(book.next(`number/${set}`, 9001)).padStart(5, "0")}`;
    unique(draft, "number", "No.");
    if ("currencyCode" in row && (old === undefined || given.has("currencyId") || given.has("currencyCode")))
      fillCurrency(book, row, given);
    if (given.has("taxAreaId"))
      row["taxAreaDisplayName"] = text(book.set("taxAreas").get(text(row, "taxAreaId")) ?? {}, "displayName");
    if (set === "contacts") row["searchName"] = text(row, "searchName") || text(row, "displayName").toUpperCase();
    if (set === "contacts" && row["type"] === "Company") row["companyName"] = text(row, "displayName");
    if (set === "items") fillItem(draft);
  };

function fillItem({ book, row, given }: Draft): void {
  const pairs = [
    ["taxGroup", "taxGroups"],
    ["itemCategory", "itemCategories"],
    ["baseUnitOfMeasure", "unitsOfMeasure"],
  ] as const;
  for (const [prefix, set] of pairs) {
    const found = given.has(`${prefix}Id`)
      ? book.set(set).get(text(row, `${prefix}Id`))
      : book.set(set).find("code", text(row, `${prefix}Code`));
    if (
      found === undefined &&
      (given.has(`${prefix}Id`) || given.has(`${prefix}Code`)) &&
      text(row, `${prefix}Code`) !== ""
    )
      throw dialog(`The "${prefix}" values do not match to a specific record.`);
    if (found !== undefined) Object.assign(row, { [`${prefix}Id`]: found["id"], [`${prefix}Code`]: found["code"] });
  }
}

const coded: Rule = (draft) => {
  const { row, book, set } = draft;
  row["code"] = text(row, "code").toUpperCase();
  if (row["code"] === "")
    throw fieldFault(`Code must have a value in ${book.set(set).resource.table}: Code=. It cannot be zero or empty.`);
  unique(draft, "code", "Code");
};

const templates: Readonly<Record<string, string>> = {
  journals: generalTemplate,
  customerPaymentJournals: "CASHRCPT",
  vendorPaymentJournals: "PAYMENT",
};

const journalRule: Rule = (draft) => {
  const { book, set, row } = draft;
  coded(draft);
  if (text(row, "code").length > 10)
    throw fieldFault(
      `The length of the string is ${text(row, "code").length}, but it must be less than or equal to 10 characters.`,
    );
  if ("templateDisplayName" in row) row["templateDisplayName"] ||= templates[set] ?? generalTemplate;
  const account = book.set("accounts").get(text(row, "balancingAccountId"));
  if (account === undefined && row["balancingAccountId"] !== noGuid)
    throw dialog('The "balancingAccountId" does not match to an Account.');
  row["balancingAccountNumber"] = text(account ?? {}, "number");
};

/** Journals of all templates are batches: payment journals can be posted through `journals` too. */
export function shareBatch(book: Book, set: string, row: Row): void {
  if (set === "journals" || templates[set] === undefined) return;
  const { id, code, displayName, lastModifiedDateTime, balancingAccountId, balancingAccountNumber } = row;
  const shared = { id, code, displayName, lastModifiedDateTime, balancingAccountId, balancingAccountNumber };
  book.set("journals").put({ ...shared, templateDisplayName: templates[set] } as Row);
}

const enterLine = ({ book, row, set, old }: Draft, what: string) => {
  const journal = book.set("journals").get(text(row, "journalId"));
  if (journal === undefined) throw dialog("You must specify a journal batch ID or a journal ID to get a journal line.");
  row["journalDisplayName"] = text(journal, "code");
  if (old !== undefined) return journal;
  const lines = book.set(set).under(text(journal, "id"));
  if (amount(row, "lineNumber") === 0) row["lineNumber"] = amount(lines.at(-1) ?? {}, "lineNumber") + 10_000;
  if (row["postingDate"] === noDate) row["postingDate"] = book.today();
  row["documentNumber"] ||= text(lines.at(-1) ?? {}, "documentNumber") || `${what}${book.next("voucher", 5001)}`;
  return journal;
};

const ledgerSides = [
  { type: "accountType", id: "accountId", number: "accountNumber" },
  { type: "balanceAccountType", id: "balancingAccountId", number: "balancingAccountNumber" },
] as const;
const partnersOf: Readonly<Record<string, string>> = {
  ...{ Customer: "customers", Vendor: "vendors", [encoded("Bank Account")]: "bankAccounts" },
  [encoded("G/L Account")]: "accounts",
};

const partners = new Set(["Customer", "Vendor"]);

const journalLineRule: Rule = (draft) => {
  const { book, row, given, old } = draft;
  const journal = enterLine(draft, "G0");
  const inherited = !given.has("balancingAccountId") && !given.has("balancingAccountNumber");
  if (old === undefined && inherited) row["balancingAccountNumber"] = text(journal, "balancingAccountNumber");
  for (const { type, id, number } of ledgerSides) {
    const known = book.set(partnersOf[text(row, type)] ?? "accounts");
    // The vendor looks customers and vendors up by their numbers only.
    const byId = given.has(id) && row[id] !== noGuid && !partners.has(text(row, type));
    if (!byId && text(row, number) === "") continue;
    const found = byId ? known.get(text(row, id)) : known.find("number", text(row, number));
    if (found === undefined) throw dialog(`The "${byId ? id : number}" does not match to an Account.`);
    if (byId && given.has(number) && text(row, number) !== "" && found["number"] !== row[number])
      throw dialog("The account values do not match to a specific Account.");
    Object.assign(row, { [id]: found["id"], [number]: found["number"] });
    if (id === "accountId") fill(row, given, { description: text(row, "description") || text(found, "displayName") });
  }
};

const paymentRule =
  (who: "customer" | "vendor"): Rule =>
  (draft) => {
    const { book, row, given } = draft;
    enterLine(draft, who === "customer" ? "C0" : "V0");
    const invoice = appliedInvoice(draft, who);
    const [id, number] = [`${who}Id`, `${who}Number`];
    if (!given.has(id) && !given.has(number) && invoice !== undefined) row[number] = text(invoice, number);
    const title = who === "customer" ? "Customer" : "Vendor";
    const byId = given.has(id) && row[id] !== noGuid;
    const found = byId ? book.set(`${who}s`).get(text(row, id)) : book.set(`${who}s`).find("number", text(row, number));
    if (found === undefined) {
      if (byId || text(row, number) !== "") throw dialog(`The "${byId ? id : number}" does not match to a ${title}.`);
      return;
    }
    if (byId && given.has(number) && found["number"] !== row[number])
      throw dialog(`The ${who} values do not match to a specific ${title}.`);
    Object.assign(row, { [id]: found["id"], [number]: found["number"] });
    row["description"] ||= text(found, "displayName");
  };

function appliedInvoice({ book, row, given }: Draft, who: string): Row | undefined {
  const invoices = book.set(who === "customer" ? "salesInvoices" : "purchaseInvoices");
  if (given.has("appliesToInvoiceId") && row["appliesToInvoiceId"] !== noGuid) {
    const found = invoices.get(text(row, "appliesToInvoiceId"));
    if (found === undefined || isDraft(found))
      throw dialog('The "appliesToInvoiceId" should be the ID of an Open, Paid, Corrective, or Canceled Invoice.');
    if (given.has("appliesToInvoiceNumber") && row["appliesToInvoiceNumber"] !== found["number"])
      throw dialog("The Applies To Invoice values do not match to the same Invoice.");
    row["appliesToInvoiceNumber"] = text(found, "number");
    return found;
  }
  if (text(row, "appliesToInvoiceNumber") === "") return undefined;
  const found = invoices.find("number", text(row, "appliesToInvoiceNumber"));
  row["appliesToInvoiceId"] = text(found ?? {}, "id") || noGuid;
  return found;
}

const fileRule: Rule = ({ book, set, row, old }) => {
  if (old !== undefined) {
    for (const key of ["parentId", "parentType"])
      if (old[key] !== row[key]) throw dialog(`You cannot change the value of the key field ${key}.`);
    return;
  }
  row["fileName"] ||= "filename.txt";
  const masters = ["Customer", "Vendor", "Item", "Job", "Employee"];
  if (set === "attachments" && masters.includes(text(row, "parentType")))
    throw dialog(`Parent type ${text(row, "parentType")} is not supported. Use documentAttachments API instead.`);
  if (set === "documentAttachments" && row["parentId"] === noGuid)
    throw dialog("You must specify a parentId in the request body.");
  if (row["parentId"] === noGuid) return;
  const parents = [...parentSets].filter((name) => book.set(name).get(text(row, "parentId")) !== undefined);
  if (parents.length === 0) throw dialog("The parent of the attachment cannot be found.");
};
const parentSets = [
  ...["salesQuotes", "salesOrders", "salesInvoices", "salesCreditMemos", "purchaseOrders", "purchaseInvoices"],
  ...["purchaseCreditMemos", "journalLines", "generalLedgerEntries", "customers", "vendors", "items", "projects"],
];

const dimensionRule: Rule = ({ book, row, old }) => {
  const dimensions = book.set("dimensions");
  const dimension = dimensions.get(text(row, "id")) ?? dimensions.find("code", text(row, "code"));
  if (dimension === undefined) throw dialog("The dimension does not exist.");
  const values = book.set("dimensionValues").under(text(dimension, "id"));
  const changed = (field: string) => old === undefined || old[field] !== row[field];
  const value =
    values.find((each) => each["id"] === row["valueId"] && changed("valueId")) ??
    values.find((each) => each["code"] === row["valueCode"]);
  if (value === undefined) throw dialog("The dimension value does not exist.");
  const key = `${text(row, "parentId")}/${text(dimension, "id")}`;
  if (old === undefined && book.set("dimensionSetLines").get(key) !== undefined)
    throw sameKey("Dimension Set Entry Buffer", "Code", text(dimension, "code"));
  Object.assign(row, {
    ...{ id: dimension["id"], code: dimension["code"], displayName: dimension["displayName"] },
    ...{ valueId: value["id"], valueCode: value["code"], valueDisplayName: value["displayName"] },
  });
};

const rules: Readonly<Record<string, Rule>> = {
  ...{ customers: numbered("C", true), vendors: numbered("V", true), contacts: numbered("CT", false) },
  ...{ items: numbered("I", false), projects: numbered("J", false), bankAccounts: numbered("B", false) },
  ...{ journals: journalRule, customerPaymentJournals: journalRule, vendorPaymentJournals: journalRule },
  ...{
    journalLines: journalLineRule,
    customerPayments: paymentRule("customer"),
    vendorPayments: paymentRule("vendor"),
  },
  ...{ attachments: fileRule, documentAttachments: fileRule, dimensionSetLines: dimensionRule },
};

export function applyRule(draft: Draft): void {
  const { set, row } = draft;
  const rule = isDocument(set)
    ? documentRule
    : set.endsWith("Lines") && rules[set] === undefined
      ? lineRule
      : rules[set];
  if (rule !== undefined) rule(draft);
  else if ("code" in row) coded(draft);
}

/** After a line or a header was written, the whole document adds up anew. */
export function addUp(book: Book, set: string, row: Row): void {
  if (isDocument(set)) settleDocument(book, set, row);
  const header = headerRow(book, set, row);
  if (header === undefined) return;
  settleDocument(book, headerOf(set), header);
  book.save(headerOf(set), header);
}
