/** Checks a proposal as DATEV does after its transfer is finished, by its schemas (ledger and document 6.0) and their remarks. */
import { big, sum } from "../engine/values.ts";
import { type Node, readXml } from "./xml.ts";

const date = /^\d{4}-\d\d-\d\d$/;
const cost = /^\S(?:[\S ]{0,34}\S)?$/;
const invoice = /^[a-zA-Z0-9$%&*+\-/]{0,36}$/;
const percent = /^(?:[1-9]\d?|0)\.\d\d$/;
const positive = /^(?:[1-9]\d{0,7}|0)\.\d\d$/;
const length = (most: number): RegExp => new RegExp(`^[^]{1,${most}}$`);

/** The elements of a line, in this order. Elements with a star are required. */
const schema: readonly (readonly [name: string, form: RegExp])[] = [
  ["date*", date],
  ["amount*", /^[+-]?(?:[1-9]\d{0,9}|0)\.\d\d$/],
  ["discountAmount", positive],
  ["accountNo", /^[1-9]\d{0,8}$/],
  ["buCode", /^(?:[1-9]\d{0,3}|0)$/],
  ["costAmount", /^\d{1,12}\.\d{4}$/],
  ["costCategoryId", cost],
  ["costCategoryId2", cost],
  ["tax", percent],
  ["information", length(120)],
  ["currencyCode*", /^[A-Z]{3}$/],
  ["invoiceId*", invoice],
  ["bookingText", length(60)],
  ["partyId", length(15)],
  ["paidAt", date],
  ["vatId", /^[0-9a-zA-Z. _]{1,15}$/],
  ["exchangeRate", /^\d{1,4}\.\d{6}$/],
  ["bankCode", /^\d{1,10}$/],
  ["bankAccount", length(30)],
  ["iban", /^[A-Z]{2}\d\d[A-Za-z0-9]{11,30}$/],
  ["swiftCode", /^[A-Z]{6}[A-Z0-9]{2,5}$/],
  ["accountName", length(40)],
  ["paymentConditionsId", /^(?:9|[1-9]\d{1,2})$/],
  ["paymentOrder", /^(?:true|false)$/],
  ["discountPercentage", percent],
  ["discountPaymentDate", date],
  ["discountAmount2", positive],
  ["discountPercentage2", percent],
  ["discountPaymentDate2", date],
  ["dueDate", date],
  ["bpAccountNo", /^[1-9]\d{4,8}$/],
  ["deliveryDate", date],
  ["orderId", /^[a-zA-Z0-9$%&*+\-./]{1,30}$/],
  ["partnerName", length(50)],
  ["partnerCity", length(30)],
];
const partners = { accountsPayableLedger: "supplier", accountsReceivableLedger: "customer" } as const;
export type Ledger = keyof typeof partners;

export interface Fault {
  readonly file: string;
  readonly text: string;
}

/** The parameters of the transfer, and the client's account length and folders. */
export interface TransferStart {
  readonly ledger: Ledger;
  readonly month: string;
  readonly accountLength: number;
  readonly folders: readonly string[];
}

const valueOf = (line: Node, name: string): string | undefined =>
  line.children.find((child) => child.name === name)?.text;

/** The first fault of a line. */
function lineFault(line: Node, { ledger, accountLength }: TransferStart): string | undefined {
  const elements = schema.map(([name, form]) => [name.replace("partner", partners[ledger]), form] as const);
  let at = 0;
  for (const { name, text } of line.children) {
    const position = elements.findIndex(([known], index) => index >= at && known.replace("*", "") === name);
    if (position < 0) return `Element ${name} ist hier nicht erlaubt`;
    const missing = elements.slice(at, position).find(([known]) => known.endsWith("*"));
    if (missing !== undefined) return `Element ${missing[0].replace("*", "")} fehlt`;
    if (!elements[position]?.[1].test(text)) return `Element ${name} entspricht nicht der Spezifikation`;
    at = position + 1;
  }
  if (elements.slice(at).some(([known]) => known.endsWith("*"))) return "Pflichtelemente fehlen";
  if (big(valueOf(line, "amount")).eq(0)) return "Betrag 0.00 ist nicht zulässig";
  if ((valueOf(line, "accountNo") ?? "").length > accountLength + 1) return "Kontonummer ist zu lang";
  const has = (name: string): boolean => valueOf(line, name) !== undefined;
  if (has("bankCode") !== has("bankAccount")) return "bankCode und bankAccount entsprechen nicht der Spezifikation";
  const isDiscounted = line.children.some(({ name }) => /^(?:discount|dueDate)/.test(name));
  return has("paymentConditionsId") && isDiscounted ? "Zahlungsbedingung und Skonto schließen sich aus" : undefined;
}

const repeated = {
  consolidatedDate: "date",
  consolidatedInvoiceId: "invoiceId",
  consolidatedCurrencyCode: "currencyCode",
  consolidatedDeliveryDate: "deliveryDate",
  consolidatedOrderId: "orderId",
};

function ledgerFault(root: Node | undefined, start: TransferStart): string | undefined {
  const note = "Kopie nur zur Verbuchung berechtigt nicht zum Vorsteuerabzug";
  if (root?.name !== "LedgerImport" || root.attributes["xmlns"] !== "http://xml.datev.de/bedi/tps/ledger/v060")
    return "ist keine gültige XML-Datei";
  const { version, generator_info: sender = "", xml_data: xmlData } = root.attributes;
  if (version !== "6.0" || !length(40).test(sender) || xmlData !== note) return "hat ungültige Kopfdaten";
  const [consolidate, ...more] = root.children;
  if (consolidate?.name !== "consolidate" || more.length > 0) return "hat keine Belegsätze";
  const lines = consolidate.children;
  if (lines.length === 0 || lines.some(({ name }) => name !== start.ledger))
    return "gehört nicht in dieses Rechnungsbuch";
  const wrong = lines.map((line) => lineFault(line, start)).find((fault) => fault !== undefined);
  if (wrong !== undefined) return wrong;
  const { attributes } = consolidate;
  if (!sum(lines.map((line) => valueOf(line, "amount"))).eq(big(attributes["consolidatedAmount"])))
    return "Der konsolidierte Betrag weicht ab";
  for (const [name, element] of Object.entries(repeated))
    if (attributes[name] !== undefined && lines.some((line) => valueOf(line, element) !== attributes[name]))
      return `${name} weicht ab`;
  return attributes["consolidatedDate"]?.startsWith(start.month) ? undefined : "Datum liegt nicht im Zeitraum";
}

export interface ReadResult {
  readonly faults: readonly Fault[];
  /** The proposed documents: their id, their lines and the names of their attached files. */
  readonly documents: readonly {
    readonly guid: string | undefined;
    readonly lines: Node;
    readonly attachments: string[];
  }[];
}

/** Reads the uploaded files, given by name. */
export function readTransfer(files: ReadonlyMap<string, string>, start: TransferStart): ReadResult {
  const archive = readXml(files.get("document.xml") ?? "");
  if (archive?.name !== "archive" || archive.attributes["xmlns"] !== "http://xml.datev.de/bedi/tps/document/v06.0")
    return { faults: [{ file: "document.xml", text: "fehlt oder ist ungültig" }], documents: [] };
  const content = archive.children.find(({ name }) => name === "content");
  const read = (content?.children ?? []).map((document) => readDocument(document, files, start));
  return { faults: read.flatMap(({ faults }) => faults), documents: read.flatMap(({ documents }) => documents) };
}

function readDocument(document: Node, files: ReadonlyMap<string, string>, start: TransferStart): ReadResult {
  const of = (type: string) => document.children.filter(({ attributes }) => attributes["xsi:type"] === type);
  const [extension] = of(start.ledger);
  const file = extension?.attributes["datafile"] ?? "";
  const property = (key: string) => extension?.children.find(({ attributes }) => attributes["key"] === key)?.attributes;
  const attachments = of("File").map(({ attributes }) => attributes["name"] ?? "");
  const missingFile = attachments.find((name) => !files.has(name));
  const type = start.ledger === "accountsPayableLedger" ? "1" : "2";
  const lines = readXml(files.get(file) ?? "");
  const fault = (text: string): ReadResult => ({ faults: [{ file: file || "document.xml", text }], documents: [] });
  if (extension === undefined || !files.has(file)) return fault("Belegsatzdaten fehlen");
  if ((document.attributes["type"] ?? type) !== type) return fault("type passt nicht zu den Belegsatzdaten");
  if (property("1")?.["value"] !== start.month) return fault("Buchungszeitraum weicht ab");
  if (!start.folders.includes(property("3")?.["value"] ?? "")) return fault("Rechnungsordner ist nicht vorhanden");
  if (missingFile !== undefined)
    return { faults: [{ file: missingFile, text: "wurde nicht gefunden" }], documents: [] };
  const wrong = ledgerFault(lines, start);
  if (wrong !== undefined || lines === undefined) return fault(wrong ?? "");
  return { faults: [], documents: [{ guid: document.attributes["guid"], lines, attachments }] };
}
