/**
 * Resolves tax percentages to the target system's tax codes: the code in the body, then the code of the line's item, then the
 * default codes of its account and of the document's contact where the connector knows them, then the document's tax rule, then
 * the company's default, then the only code with this percentage and direction. If none decides, the write is refused with the
 * candidates.
 */

import type { FieldTable, Listing } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Session } from "../../contract/session.ts";
import type { Write } from "../calling/request.ts";
import {
  type Fields,
  isWritable,
  lineListOf,
  linesOf,
  numberIn,
  ratePercentageOf,
  tableBelow,
  taxCodeOf,
  textIn,
  withLines,
  without,
} from "./bodyLines.ts";
import { isAccountOf, namesAccount } from "./resolveAccounts.ts";
import { isNamedAfter, isNamedAfterAnother, ruleToResolve } from "./taxRules.ts";
import { readListing, readRecord } from "./vendorRecords.ts";

type Usage = "INVOICE" | "BILL" | "JOURNAL_ENTRY";

/** A tax code of the target system, as `taxRates.list` returns it. */
interface TaxCode {
  readonly code: string;
  readonly name: string | undefined;
  readonly percentage: number | undefined;
  readonly usage: string | undefined;
  /** The tax rules that the code stands for. Undefined if the vendor does not say, so that the name decides. */
  readonly rules: readonly string[] | undefined;
}

const standsFor =
  (rule: string) =>
  ({ name, rules }: TaxCode): boolean =>
    rules?.includes(rule) ?? isNamedAfter(rule, name);

const standsForAnother = (rule: string, { name, rules }: TaxCode): boolean =>
  rules === undefined ? isNamedAfterAnother(rule, name) : rules.length > 0 && !rules.includes(rule);

/** The form of the tax in a line of a body: separate fields, or one object. */
type TaxForm = "fields" | "object";

export async function resolveTaxes(document: Fields, write: Write, session: Session): Promise<Fields> {
  const list = lineListOf(document);
  if (list === undefined) return document;
  const { writableFields, accepts = {} } = write.handler;
  const form = formOf(tableBelow(writableFields, list));
  if (form === undefined) return document;
  const rule = ruleToResolve(document, writableFields, accepts);
  const isOpen = (line: Fields) =>
    taxCodeOf(line) === undefined && (rule !== undefined || ratePercentageOf(line) !== undefined);
  const plain = rule === undefined ? document : without(document, "taxRule");
  if (!linesOf(document).some(isOpen)) return plain;
  const codes = await taxCodes(write, session);
  // Without percentages the codes cannot be distinguished. The stored record is compared with the body afterwards.
  if (rule === undefined && codes.every(({ percentage }) => percentage === undefined)) return document;
  const parts = { write, session, codes, document };
  const resolve = rule === undefined ? openResolver(parts) : openRuleResolver(parts, rule);
  const resolved: Fields[] = [];
  for (const [index, line] of linesOf(document).entries())
    resolved.push(isOpen(line) ? withCode(line, form, await resolve(line, `${list}[${index}]`)) : line);
  return withLines(plain, (_line, index) => resolved[index] ?? {});
}

/** Undefined if the target system stores percentages, or computes the tax itself. */
function formOf(table: FieldTable): TaxForm | undefined {
  if (isWritable(table, "taxRatePercentage")) return undefined;
  if (isWritable(table, "taxCode")) return "fields";
  if (!isWritable(table, "taxRate")) return undefined;
  return isWritable(tableBelow(table, "taxRate"), "taxRatePercentage") ? undefined : "object";
}

function withCode(line: Fields, form: TaxForm, code: string | null): Fields {
  if (code === null) return line;
  if (form === "fields") return { ...without(line, "taxRatePercentage"), taxCode: code };
  const { taxRate } = line as { readonly taxRate?: Fields };
  return { ...line, taxRate: { ...taxRate, id: code, code } };
}

async function taxCodes({ connector }: Write, session: Session): Promise<readonly TaxCode[]> {
  const { records = [], raw = [] } = (await readListing(connector, "taxRates.list", session)) ?? {};
  return (records as readonly Fields[]).flatMap((record, index) => {
    const code = textIn(record, "code") ?? textIn(record, "id");
    if (code === undefined) return [];
    return [
      {
        code,
        name: textIn(record, "name") ?? textIn(record, "description"),
        percentage: numberIn(record, "percentage"),
        usage: textIn(record, "usage"),
        rules: connector.rulesOfTaxCode?.(raw[index]),
      },
    ];
  });
}

const usageOf = (operation: OperationId): Usage => {
  if (/^(bills|vendorCredits|expenses)\./.test(operation)) return "BILL";
  if (/^(journalEntries|transactions)\./.test(operation)) return "JOURNAL_ENTRY";
  return "INVOICE";
};

/** Null if the line needs no code. */
type Resolve = (line: Fields, at: string) => Promise<string | null>;

const isFor =
  (usage: Usage) =>
  (code: TaxCode): boolean =>
    code.usage === undefined || code.usage === "ALL" || code.usage === usage || usage === "JOURNAL_ENTRY";

interface ResolverParts {
  readonly write: Write;
  readonly session: Session;
  readonly codes: readonly TaxCode[];
  readonly document: Fields;
}

/** Lines of a document whose tax rule says why there is no tax. */
function openRuleResolver(parts: ResolverParts, rule: string): Resolve {
  const { write, session, codes } = parts;
  const { connector, operation } = write;
  const usage = usageOf(operation);
  const untaxed = codes.filter((code) => isFor(usage)(code) && (code.percentage ?? 0) === 0);
  const byRate = openResolver(parts);
  const codeOfAccount = accountCodes(write, session);
  const codeOfContact = contactCode(parts);
  return async (line, at) => {
    if ((ratePercentageOf(line) ?? 0) !== 0)
      throw cannotStore(
        `With the tax rule ${rule} there is no tax on the document. Send taxRatePercentage 0, or leave taxRule out.`,
        `${at}.taxRatePercentage`,
      );
    const referenced = await codeOfItem(write, session, line);
    const ofItem = untaxed.find(({ code }) => code === referenced);
    if (ofItem !== undefined) {
      if (standsForAnother(rule, ofItem)) throw cannotStore(otherReason(ofItem, rule), "taxRule");
      return ofItem.code;
    }
    // Most accounts and contacts have a code that says no reason: with it, the document would not say why there is no tax.
    for (const defaultCode of [codeOfAccount, codeOfContact]) {
      const referencedCode = await defaultCode(line);
      const found = untaxed.find(({ code }) => code === referencedCode);
      if (found !== undefined && standsFor(rule)(found)) return found.code;
    }
    const marked = await connector.defaultTaxCode?.({ percentage: 0, usage, rule }, session);
    if (marked !== undefined && marked !== null) return marked;
    const [named, ...others] = untaxed.filter(standsFor(rule));
    if (named !== undefined && others.length === 0) return named.code;
    // Any code without tax says that there is no tax.
    if (rule === "TAXFREE") return byRate({ ...line, taxRatePercentage: 0 }, at);
    const count = named === undefined ? "no tax code" : "several tax codes";
    throw cannotStore(
      `${connector.name} has ${count} for the tax rule ${rule}. Send the taxCode of each line: ${shown(untaxed)}.`,
      "taxRule",
    );
  };
}

function openResolver(parts: ResolverParts): Resolve {
  const { write, session, codes } = parts;
  const { connector, operation } = write;
  const usage = usageOf(operation);
  const fits = isFor(usage);
  const codeOfAccount = accountCodes(write, session);
  const codeOfContact = contactCode(parts);
  return async (line, at) => {
    const percentage = ratePercentageOf(line) ?? 0;
    const field = `${at}.${line["taxRate"] === undefined ? "taxRatePercentage" : "taxRate"}`;
    const candidates = codes.filter((code) => code.percentage === percentage && fits(code));
    const isCandidate = (code: string | null | undefined): code is string =>
      candidates.some((candidate) => candidate.code === code);
    const [only, ...others] = candidates;
    if (only === undefined) {
      if ((await connector.defaultTaxCode?.({ percentage, usage }, session)) === null) return null;
      throw cannotStore(noCode(connector.name, percentage, codes.filter(fits)), field);
    }
    if (others.length === 0) return only.code;
    const ofItem = await codeOfItem(write, session, line);
    if (isCandidate(ofItem)) return ofItem;
    const ofAccount = await codeOfAccount(line);
    if (isCandidate(ofAccount)) return ofAccount;
    const ofContact = await codeOfContact();
    if (isCandidate(ofContact)) return ofContact;
    const preferred = await connector.defaultTaxCode?.({ percentage, usage }, session);
    if (isCandidate(preferred)) return preferred;
    throw cannotStore(
      `${connector.name} has several tax codes with ${percentage} %. Send one of them as taxCode: ${shown(candidates)}.`,
      field,
    );
  };
}

async function codeOfItem({ connector }: Write, session: Session, line: Fields): Promise<string | undefined> {
  const itemId = textIn(line, "itemId");
  if (itemId === undefined) return undefined;
  const item = await readRecord(connector, "items.get", { itemId }, session);
  return item.is === "found" ? textIn(item.record, "taxCode") : undefined;
}

/** The default code of the line's account. The accounts are read once for all lines. */
function accountCodes({ connector }: Write, session: Session): (line: Fields) => Promise<string | undefined> {
  const { taxCodeOfAccount } = connector;
  let accounts: Promise<Listing<unknown> | undefined> | undefined;
  return async (line) => {
    if (taxCodeOfAccount === undefined || !namesAccount(line)) return undefined;
    accounts ??= readListing(connector, "accounts.list", session);
    const { records = [], raw = [] } = (await accounts) ?? {};
    const position = records.findIndex((account) => isAccountOf(line, account as Fields));
    return position === -1 ? undefined : taxCodeOfAccount(raw[position]);
  };
}

/** The default code of the document's contact, which is read once for all lines. */
function contactCode({ write, session, document }: ResolverParts): () => Promise<string | undefined> {
  const { connector, operation } = write;
  const { taxCodeOfContact } = connector;
  const usage = usageOf(operation);
  const contactId = ["contactId", "customerId", "supplierId"].map((name) => textIn(document, name)).find(Boolean);
  if (taxCodeOfContact === undefined || contactId === undefined || usage === "JOURNAL_ENTRY")
    return async () => undefined;
  const readCode = async (): Promise<string | undefined> => {
    const role = usage === "BILL" ? "suppliers.get" : "customers.get";
    // At some vendors a contact gets its role with its first document.
    for (const operationId of [role, "contacts.get"] as const) {
      const contact = await readRecord(connector, operationId, { contactId }, session);
      if (contact.is === "found") return taxCodeOfContact(contact.raw, usage);
    }
    return undefined;
  };
  let code: Promise<string | undefined> | undefined;
  return () => (code ??= readCode());
}

const otherReason = ({ code, name }: TaxCode, rule: string): string =>
  `The item's tax code ${code} (${name}) stands for another reason than the tax rule ${rule}. Send the taxCode of the line, or leave taxRule out.`;

const noCode = (system: string, percentage: number, codes: readonly TaxCode[]): string =>
  `${system} has no tax code with ${percentage} %. Its tax codes: ${shown(codes)}.`;

/** More would not help anybody to choose. */
const mostCandidates = 12;

const shown = (codes: readonly TaxCode[]): string => {
  const texts = codes
    .slice(0, mostCandidates)
    .map(
      ({ code, name, percentage }) =>
        `${code} (${[name, percentage === undefined ? undefined : `${percentage} %`].filter(Boolean).join(", ")})`,
    );
  return codes.length > mostCandidates
    ? `${texts.join("; ")}; and ${codes.length - mostCandidates} more`
    : texts.join("; ");
};
