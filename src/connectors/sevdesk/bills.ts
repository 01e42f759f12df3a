/** Bills are vouchers for expenses. */
import type { Call, OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { type Encoded, encoder, fieldAs, listAs, numberAs, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { filteredList } from "../../kit/lists/filteredList.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, noRecord, partsOf, undefinedIfMissing } from "../../kit/reading.ts";
import { remove, write } from "../../kit/writing.ts";
import { companyCurrency } from "./accounts.ts";
import {
  allOf,
  changedAfter,
  figure,
  germanDay,
  idIn,
  inPages,
  isChangedSince,
  readRecord,
  recordIn,
  referenceTo,
  referring,
  secondsOf,
} from "./conventions.ts";
import * as shared from "./fields.ts";
import { isFirstSystem } from "./references.ts";
import { cachedGuidance, chooseRule, decoded, lineTaxCode, purchaseRule, ruleReference, taxTypeOf } from "./taxes.ts";
import type { Reply, Voucher as VoucherHead, VoucherPosition } from "./types.ts";

/** A voucher with its lines, which take a second request. */
interface Voucher extends VoucherHead {
  readonly positions?: readonly VoucherPosition[];
}

/** Expenses that are no templates of recurring ones. */
export const isBill = ({ creditDebit, voucherType }: Voucher): boolean =>
  creditDebit === "C" && (voucherType ?? "VOU") === "VOU";

const statusOf = shared.statusOf<Voucher>(shared.voucherStates, ({ paymentDeadline }) => paymentDeadline);
const paymentStatusOf = (voucher: Voucher) => shared.paymentStatusOf(statusOf(voucher), voucher);

const fields = {
  ...shared.identity,
  ...shared.totals,
  ...values({ billNumber: "description", currency: "currency", name: "supplierName" }),
  ...days({ billDate: "voucherDate", deliveryDate: "deliveryDate", dueDate: "paymentDeadline" }),
  contactId: ({ supplier }: Voucher) => idIn(supplier),
  fileId: ({ document }: Voucher) => idIn(document),
  paidDate: shared.paidDay,
  paymentStatus: paymentStatusOf,
  status: statusOf,
  taxRule: purchaseRule,
};

const summary = mapping<records.Bill, Voucher>(fields);

/** A line with the voucher's tax rule. */
interface Line extends VoucherPosition {
  readonly rule?: string;
}
const linesIn = ({ positions, taxRule }: Voucher): readonly Line[] | undefined =>
  positions?.map((position) => ({ ...position, ...(taxRule && { rule: String(taxRule.id) }) }));

const line = mapping<records.BillLineItem, Line>({
  ...shared.identity,
  ...shared.totals,
  accountId: ({ accountDatev, accountingType }) => idIn(accountDatev ?? accountingType),
  description: ({ comment }) => comment,
  taxCode: ({ rule, taxRate }) => lineTaxCode(rule, taxRate),
  taxRatePercentage: ({ taxRate }) => amount(taxRate),
});

const bill = mapping<records.Bill, Voucher>({
  ...fields,
  lineItems: nestedList(line, linesIn),
});

async function readHead(id: string, session: Session): Promise<Voucher> {
  const voucher = await readRecord<Voucher>(session, path`/Voucher/${id}`);
  if (voucher === undefined || !isBill(voucher)) throw noRecord();
  return voucher;
}

async function read(id: string, session: Session): Promise<Voucher> {
  const voucher = await readHead(id, session);
  const positions = await allOf<VoucherPosition>(session, "/VoucherPos", referring("voucher", "Voucher", id));
  return { ...voucher, positions };
}
const readCall = ({ ids: { billId = "" } }: Call, session: Session): Promise<Voucher> => read(billId, session);

/** A line of a body. */
interface Draft {
  readonly id?: string;
  readonly account?: string;
  readonly comment?: string;
  readonly code?: string;
  readonly rate?: number;
  readonly net?: number;
  readonly gross?: number;
}

const lineEncoder = encoder<BillLineItemInput>({
  id: fieldAs("id"),
  accountId: fieldAs("account"),
  description: fieldAs("comment"),
  taxCode: fieldAs("code"),
  taxRatePercentage: numberAs("rate"),
  totalNetAmount: numberAs("net"),
  totalGrossAmount: numberAs("gross"),
  // sevdesk computes it, and the stored record is compared.
  totalTaxAmount: sentSeparately,
});

const ruleWords = ["NET", "INTRACOMMUNITY_GOODS", "INTRACOMMUNITY_SERVICE", "REVERSE_CHARGE"];

const billEncoder = encoder<BillInput>({
  billDate: (day) => ({ voucherDate: germanDay(day) }),
  billNumber: fieldAs("description"),
  contactId: (id) => ({ supplier: referenceTo("Contact", id) }),
  currency: fieldAs("currency"),
  deliveryDate: (day) => ({ deliveryDate: germanDay(day) }),
  dueDate: (day) => ({ paymentDeadline: germanDay(day) }),
  lineItems: listAs("lines", lineEncoder),
  name: fieldAs("supplierName"),
  status: onlyAccepts(["DRAFT", "OPEN"]),
  taxRule: Object.assign((word: string) => ({ taxRule: word }), { words: ruleWords }),
  totalGrossAmount: sentSeparately,
  totalNetAmount: sentSeparately,
  totalTaxAmount: sentSeparately,
});

interface Prepared {
  readonly currency: string | undefined;
  readonly isFirst: boolean;
  readonly guidance: Awaited<ReturnType<typeof cachedGuidance>>;
  /** The bill before a replacement. */
  readonly current?: Voucher;
}

async function prepare(_call: WriteCall<BillInput>, session: Session): Promise<Prepared> {
  const isFirst = await isFirstSystem(session);
  return {
    currency: await companyCurrency(session),
    isFirst,
    guidance: isFirst ? [] : await cachedGuidance(session),
  };
}

/** Only drafts change. */
async function prepareChange(call: WriteCall<BillInput>, session: Session): Promise<Prepared> {
  const current = await readCall(call, session);
  if (current.status !== "50")
    throw new Failure(
      "document_locked",
      "sevdesk changes draft vouchers only. Take the voucher back to draft in sevdesk, or enter a correction there.",
    );
  return { ...(await prepare(call, session)), current };
}

interface Encoding {
  readonly lines?: readonly Draft[];
  readonly taxRule?: string;
  readonly currency?: string;
  readonly [field: string]: unknown;
}

interface TaxInput {
  readonly word: string | undefined;
  readonly coded: string | undefined;
  readonly lines: readonly Draft[];
}

function taxOf({ word, coded, lines }: TaxInput, { guidance, isFirst }: Prepared): object {
  if (isFirst) return taxTypeOf(word);
  const rates = new Map(lines.map(({ rate }, index) => [`lineItems[${index}].taxRatePercentage`, rate] as const));
  const accounts = lines.flatMap(({ account }) => account ?? []);
  for (const [index, { account }] of lines.entries())
    if (account !== undefined && !guidance.some(({ accountDatevId }) => String(accountDatevId) === account))
      throw cannotStore(
        `sevdesk has no account "${account}" for vouchers. accounts.list has those that it takes.`,
        `lineItems[${index}].accountId`,
      );
  return ruleReference(chooseRule(guidance, { side: "BILL", word, coded, rates, accounts }));
}

function savedLine(draft: Draft, index: number, { isFirst }: Prepared): object {
  const { id, account = "", comment, rate, net, gross } = draft;
  if (rate === undefined)
    throw cannotStore(
      "sevdesk needs a tax rate for each line. Send taxRatePercentage.",
      `lineItems[${index}].taxRatePercentage`,
    );
  if (net === undefined && gross === undefined)
    throw cannotStore(
      "sevdesk needs an amount for each line. Send totalNetAmount or totalGrossAmount.",
      `lineItems[${index}].totalNetAmount`,
    );
  return {
    ...(id !== undefined && { id: Number(id) }),
    objectName: "VoucherPos",
    mapAll: true,
    ...(isFirst
      ? { accountingType: referenceTo("AccountingType", account) }
      : { accountDatev: referenceTo("AccountDatev", account) }),
    taxRate: figure(rate),
    ...(net === undefined ? { net: false, sumGross: figure(gross ?? 0) } : { net: true, sumNet: figure(net) }),
    ...(comment !== undefined && { comment }),
  };
}

/** Nothing says in which form a voucher in another currency is read. */
function checkCurrency(asked: string | undefined, { currency }: Prepared): void {
  if (asked === undefined || currency === undefined || asked === currency) return;
  throw cannotStore(
    `Kontor writes vouchers in the company's currency ${currency} to sevdesk. Leave currency out, or enter the voucher in sevdesk.`,
    "currency",
  );
}

function saved(encoded: Encoded, prepared: unknown, { body }: WriteCall<BillInput>): object {
  const facts = prepared as Prepared;
  const { lines: drafts = [], taxRule: word, currency, ...rest } = encoded as Encoding;
  const { lines, coded } = decoded(drafts, facts.guidance);
  checkCurrency(currency, facts);
  const before = facts.current?.positions ?? [];
  const kept = new Set(lines.map(({ id }) => id));
  const deleted = before.filter(({ id }) => !kept.has(id));
  for (const [index, { id }] of lines.entries())
    if (id !== undefined && !before.some((position) => position.id === id))
      throw cannotStore(`The bill has no line "${id}".`, `lineItems[${index}].id`);
  return {
    voucher: {
      ...(facts.current && { id: Number(facts.current.id) }),
      objectName: "Voucher",
      mapAll: true,
      creditDebit: "C",
      voucherType: "VOU",
      status: body.status === "DRAFT" ? 50 : 100,
      currency: currency ?? facts.currency ?? "EUR",
      ...taxOf({ word, coded, lines }, facts),
      ...rest,
    },
    voucherPosSave: lines.map((draft, index) => savedLine(draft, index, facts)),
    voucherPosDelete: deleted.length === 0 ? null : deleted.map(({ id }) => referenceTo("VoucherPos", id)),
  };
}

interface Saved {
  readonly voucher?: Voucher;
}

const writing = {
  method: "POST" as const,
  path: "/Voucher/Factory/saveVoucher",
  encoder: billEncoder,
  requires: ["billDate", "lineItems", "lineItems.accountId"] as const,
  body: saved,
  record: (reply: Reply<Saved>) => recordIn(reply)?.voucher,
  afterwards: ({ id }: Voucher, _call: WriteCall<BillInput>, session: Session) => read(id, session),
  map: bill,
};

const rules = [
  "The bill is OPEN unless its status is DRAFT. sevdesk changes and deletes drafts only.",
  "The accountId of a line is the id of an account in accounts.list. Without taxRule the bill has the usual rule for expenses, or the only one that its accounts allow.",
];

export const bills = {
  "bills.list": filteredList<records.Bill, Voucher>({
    map: summary,
    sources: ({ filters: { lastModifiedAt: since, billDateFrom: from } }) => [
      {
        path: "/Voucher",
        query: {
          creditDebit: "C",
          ...(since === undefined ? {} : changedAfter(since)),
          // Noon of the day before, whichever way sevdesk reads the zone.
          ...(from === undefined ? {} : { startDate: secondsOf(from) - 86_400 }),
        },
      },
    ],
    fits: (native, { filters: { status, paymentStatus, lastModifiedAt: since, billDateFrom = "" } }) =>
      isBill(native) &&
      isChangedSince(native, since) &&
      (native.voucherDate ?? "") >= billDateFrom &&
      (status === undefined || status.split(",").includes(statusOf(native) ?? "")) &&
      (paymentStatus === undefined || paymentStatus.split(",").includes(paymentStatusOf(native) ?? "")),
    filters: ["status", "paymentStatus", "billDateFrom", "lastModifiedAt"],
    ...inPages,
    rules: [
      "Bills are sevdesk's vouchers for expenses. A supplier's credit is a bill with a negative total. Only the last page has the total.",
      "The list has no lines: sevdesk returns them for one voucher at a time.",
    ],
  }),
  "bills.get": get({ read: readCall, map: bill, rules: ["The lines take a second request."] }),
  "bills.lineItems.list": partsOf({
    read: readCall,
    parts: linesIn,
    map: line,
    raw: ({ rule: _rule, ...position }: Line) => position,
  }),
  "bills.create": write<BillInput, records.Bill, Voucher>({
    ...writing,
    prepare,
    undo: (id, session) => session.send({ method: "DELETE", path: path`/Voucher/${id}` }),
    rules,
  }),
  "bills.update": write<BillInput, records.Bill, Voucher>({ ...writing, prepare: prepareChange, rules }),
  "bills.delete": remove("/Voucher/{billId}", {
    prepare: async ({ ids: { billId = "" } }, session) => {
      const { status } = await readHead(billId, session);
      if (status !== "50")
        throw new Failure(
          "document_locked",
          "sevdesk deletes draft vouchers only. Take the voucher back to draft in sevdesk first.",
        );
    },
    rules: ["sevdesk deletes drafts only."],
  }),
};

export const openAmountOfBill = async ({ id }: PaidDocument, session: Session): Promise<OpenAmount | undefined> => {
  const found = await undefinedIfMissing(readRecord<Voucher>(session, path`/Voucher/${id}`));
  return found && { amount: shared.openOf(found), currency: found.currency ?? undefined };
};
