/** What DATEV checks of a proposal once its transfer is finished, as its schemas (ledger and document 6.0) and their remarks say. */
import { big, sum } from "../engine/values.ts";
import { type Node, readXml } from "./xml.ts";

const date = /^\d{4}-\d\d-\d\d$/;
const cost = /^\S(?:[\S ]{0,34}\S)?$/;
const invoice = /^[a-zA-Z0-9$%&*+\-/]{0,36}$/;
const percent = /^(?:[1-9]\d?|0)\.\d\d$/;
const positive = /^(?:[1-9]\d{0,7}|0)\.\d\d$/;
const length = (most: number): RegExp => new RegExp(`^[^]{1,${most}}$`);

/** In this order; those with a star must be there. */
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

/** What the transfer was begun with, and the client's own facts. */
export interface Begun {
  readonly ledger: Ledger;
  readonly month: string;
  readonly accountLength: number;
  readonly folders: readonly string[];
}

const valueOf = (line: Node, name: string): string | undefined =>
  line.children.find((child) => child.name === name)?.text;

/** The first thing that is wrong with one line. */
function lineFault(line: Node, { ledger, accountLength }: Begun): string | undefined {
  const elements = schema.map(([name, form]) => [name.replace("partner", partners[ledger]), form] as const);
  let at = 0;
  for (const { name, text } of line.children) {
    const place = elements.findIndex(([known], index) => index >= at && known.replace("*", "") === name);
    if (place < 0) return `Element ${name} ist hier nicht erlaubt`;
    const missing = elements.slice(at, place).find(([known]) => known.endsWith("*"));
    if (missing !== undefined) return `Element ${missing[0].replace("*", "")} fehlt`;
    if (!elements[place]?.[1].test(text)) return `Element ${name} entspricht nicht der Spezifikation`;
    at = place + 1;
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

function ledgerFault(root: Node | undefined, begun: Begun): string | undefined {
  const note = "Kopie nur zur Verbuchung berechtigt nicht zum Vorsteuerabzug";
  if (root?.name !== "LedgerImport" || root.attributes["xmlns"] !== "http://xml.datev.de/bedi/tps/ledger/v060")
    return "ist keine gültige XML-Datei";
  const { version, generator_info: sender = "", xml_data: said } = root.attributes;
  if (version !== "6.0" || !length(40).test(sender) || said !== note) return "hat ungültige Kopfdaten";
  const [consolidate, ...more] = root.children;
  if (consolidate?.name !== "consolidate" || more.length > 0) return "hat keine Belegsätze";
  const lines = consolidate.children;
  if (lines.length === 0 || lines.some(({ name }) => name !== begun.ledger))
    return "gehört nicht in dieses Rechnungsbuch";
  const wrong = lines.map((line) => lineFault(line, begun)).find((fault) => fault !== undefined);
  if (wrong !== undefined) return wrong;
  const { attributes } = consolidate;
  if (!sum(lines.map((line) => valueOf(line, "amount"))).eq(big(attributes["consolidatedAmount"])))
    return "Der konsolidierte Betrag weicht ab";
  for (const [name, element] of Object.entries(repeated))
    if (attributes[name] !== undefined && lines.some((line) => valueOf(line, element) !== attributes[name]))
      return `${name} weicht ab`;
  return attributes["consolidatedDate"]?.startsWith(begun.month) ? undefined : "Datum liegt nicht im Zeitraum";
}

export interface Read {
  readonly faults: readonly Fault[];
  /** What was proposed: the lines of each document, and the ids that its papers get. */
  readonly documents: readonly { readonly guid: string | undefined; readonly lines: Node; readonly papers: string[] }[];
}

/** Everything that was uploaded, by its name. */
export function readTransfer(files: ReadonlyMap<string, string>, begun: Begun): Read {
  const archive = readXml(files.get("document.xml") ?? "");
  if (archive?.name !== "archive" || archive.attributes["xmlns"] !== "http://xml.datev.de/bedi/tps/document/v06.0")
    return { faults: [{ file: "document.xml", text: "fehlt oder ist ungültig" }], documents: [] };
  const content = archive.children.find(({ name }) => name === "content");
  const read = (content?.children ?? []).map((document) => readDocument(document, files, begun));
  return { faults: read.flatMap(({ faults }) => faults), documents: read.flatMap(({ documents }) => documents) };
}

function readDocument(document: Node, files: ReadonlyMap<string, string>, begun: Begun): Read {
  const of = (type: string) => document.children.filter(({ attributes }) => attributes["xsi:type"] === type);
  const [extension] = of(begun.ledger);
  const file = extension?.attributes["datafile"] ?? "";
  const property = (key: string) => extension?.children.find(({ attributes }) => attributes["key"] === key)?.attributes;
  const papers = of("File").map(({ attributes }) => attributes["name"] ?? "");
  const lost = papers.find((name) => !files.has(name));
  const type = begun.ledger === "accountsPayableLedger" ? "1" : "2";
  const lines = readXml(files.get(file) ?? "");
  const fault = (text: string): Read => ({ faults: [{ file: file || "document.xml", text }], documents: [] });
  if (extension === undefined || !files.has(file)) return fault("Belegsatzdaten fehlen");
  if ((document.attributes["type"] ?? type) !== type) return fault("type passt nicht zu den Belegsatzdaten");
  if (property("1")?.["value"] !== begun.month) return fault("Buchungszeitraum weicht ab");
  if (!begun.folders.includes(property("3")?.["value"] ?? "")) return fault("Rechnungsordner ist nicht vorhanden");
  if (lost !== undefined) return { faults: [{ file: lost, text: "wurde nicht gefunden" }], documents: [] };
  const wrong = ledgerFault(lines, begun);
  if (wrong !== undefined || lines === undefined) return fault(wrong ?? "");
  return { faults: [], documents: [{ guid: document.attributes["guid"], lines, papers }] };
}
