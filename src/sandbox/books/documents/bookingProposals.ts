/** Booking proposals: documents that are not booked yet. Payments for them are on the suspense account. */
import type { Big } from "big.js";
import { money, percentOf, rounded, toCents } from "../basics/amounts.ts";
import { addDays } from "../basics/calendar.ts";
import { fileId, fileRecord } from "../basics/files.ts";
import { at } from "../basics/random.ts";
import type { NativeRecord } from "../basics/types.ts";
import { credit, debit, type Posting, reversed } from "../ledger/posting.ts";
import { type Dimension, transferTerms } from "../masterdata/catalogue.ts";
import { accountId, accountName } from "../masterdata/chart.ts";
import type { Party } from "../masterdata/parties.ts";
import { type CompanyContext, chanceFor, traders } from "./companyContext.ts";
import { type Line, makeLines, totalsOf } from "./lines.ts";
import { paymentRecord } from "./payments.ts";
import { dayFor, type PlanName } from "./plans.ts";

/** Each type of booking, and whether its money comes in. */
const bookingTypes: readonly (readonly [string, "customer" | "supplier", boolean])[] = [
  ["invoice", "customer", true],
  ["bill", "supplier", false],
  ["credit_note", "customer", false],
  ["invoice_credit_note", "customer", false],
  ["bill_credit_note", "supplier", true],
  ["down_payment", "customer", true],
  ["credit_card", "supplier", false],
  ["expense", "supplier", false],
  ["other", "supplier", false],
];

/** Each status, and the plan whose days fit it. */
const statuses: readonly (readonly [string, PlanName])[] = [
  ["open", "open"],
  ["paid", "paid"],
  ["draft", "draft"],
  ["submitted", "submitted"],
  ["voided", "voided"],
  ["overdue", "overdue"],
  ["partially_paid", "partlyPaid"],
];

export interface Proposals {
  readonly records: readonly NativeRecord[];
  readonly postings: readonly Posting[];
  readonly payments: readonly NativeRecord[];
  readonly files: readonly NativeRecord[];
}

export function makeProposals(context: CompanyContext): Proposals {
  const { time } = context;
  const all = Array.from({ length: context.scale.bookingProposals }, (_, index) => makeProposal(context, index));
  const paid = all.flatMap((proposal) => (proposal.paid ? [paymentOf(proposal, proposal.paid)] : []));
  return {
    records: all.map((proposal) => record(context, proposal)),
    postings: paid.map(({ posting }) => posting),
    payments: paid.map(({ payment }) => paymentRecord(time.instant(payment.date, payment.id), payment)),
    files: all.filter(hasFile).map(({ id, number, date }) => fileRecord(time, id, `Beleg ${number}`, date)),
  };
}

interface Proposal {
  readonly id: string;
  readonly index: number;
  readonly number: string;
  readonly date: string;
  readonly type: (typeof bookingTypes)[number];
  readonly status: string;
  readonly party: Party;
  readonly lines: readonly Line[];
  readonly paid: { readonly date: string; readonly amount: Big } | null;
}

function makeProposal(context: CompanyContext, index: number): Proposal {
  const { time } = context;
  const chance = chanceFor(context, "proposal", index);
  const type = at(bookingTypes, index);
  const [status, plan] = at(statuses, index);
  const isSale = type[1] === "customer";
  const parties = traders(isSale ? context.customers : context.suppliers);
  const date = dayFor(time, chance, plan);
  const lines = makeLines(chance, chance.between(1, 3), { isSale, currency: "EUR", rate: "1", isTaxed: true });
  const { gross } = totalsOf(lines);
  const amount = status === "paid" ? gross : status === "partially_paid" ? rounded(gross.div(2), "EUR") : null;
  return {
    id: `bp-${index + 1}`,
    index,
    number: `BV-${String(index + 1).padStart(4, "0")}`,
    date,
    type,
    status,
    party: chance.pick(parties.filter(({ region }) => region === "domestic")),
    lines,
    paid: amount && { date: time.noLater(addDays(date, 3)), amount },
  };
}

const hasFile = ({ index }: Proposal): boolean => index % 4 !== 3;

function record({ time }: CompanyContext, proposal: Proposal): NativeRecord {
  const { id, index, date, lines, paid } = proposal;
  const [bookingType, role] = proposal.type;
  const isSale = role === "customer";
  const stamps = { created_at: time.instant(date, id), updated_at: time.instant(paid?.date ?? date, id) };
  return {
    id,
    ...partyFields(proposal.party, index),
    account_name: accountName(isSale ? "1400" : "1600"),
    booking_proposal_date: date,
    booking_type: bookingType,
    currency: "EUR",
    delivery_date: date,
    due_date: addDays(date, 30),
    paid_date: proposal.status === "paid" ? paid?.date : null,
    discount_payment_date: index % 3 === 0 ? addDays(date, 8) : null,
    discount_payment_date2: index % 3 === 0 ? addDays(date, 14) : null,
    files: hasFile(proposal) ? [fileId(id)] : [],
    journal_code: isSale ? "RA" : "RE",
    ledger_name: isSale ? "Debitorenbuch" : "Kreditorenbuch",
    line_items: lines.map((line, position) => ({
      ...proposalLine(line, role),
      id: `${id}-${position + 1}`,
      ...stamps,
    })),
    notes: index % 5 === 0 ? "Bitte Kostenstelle prüfen – sonst wie im Vorjahr." : null,
    number: proposal.number,
    order_id: at(isSale ? ["so-1", "so-2", "so-3"] : ["po-1", "po-2"], index),
    payment_terms_id: at(transferTerms, 2).id,
    status: proposal.status,
    task_id: index % 6 === 2 ? `task-${id}` : null,
    total_gross_amount: money(totalsOf(lines).gross, "EUR"),
    ...stamps,
  };
}

function paymentOf(proposal: Proposal, { date, amount }: { date: string; amount: Big }) {
  const { number, party } = proposal;
  const id = `pay-${proposal.id}-1`;
  const description = `Zahlung zu Buchungsvorschlag ${number}`;
  const [bookingType] = proposal.type;
  const posting = proposalPayment({
    bookingType,
    cents: toCents(amount, "1"),
    date,
    description,
    document: { id, number },
  });
  const payment = {
    id,
    date,
    documentType: "booking_proposal" as const,
    documentId: proposal.id,
    party,
    currency: "EUR",
    rate: "1",
    amount: money(amount, "EUR"),
    settled: money(amount, "EUR"),
    description,
    type: "bank_transfer",
  };
  return { posting, payment };
}

export interface ProposalPayment extends Pick<Posting, "date" | "description" | "document"> {
  readonly bookingType: string;
  readonly cents: number;
  readonly bank?: string;
}

/** A payment for a document that is not booked yet goes to the suspense account. */
export function proposalPayment({ bookingType, cents, bank = "1200", ...posting }: ProposalPayment): Posting {
  const comingIn = [debit(bank, cents), credit("1590", cents)];
  const isComingIn = bookingTypes.some(([type, , comesIn]) => type === bookingType && comesIn);
  return { ...posting, journal: "BA", lines: isComingIn ? comingIn : reversed(comingIn) };
}

const partyFields = (party: Party, index: number) => ({
  addresses: [party.address],
  bank_account_id: index % 2 === 0 ? "bank-1200" : null,
  bank_account_number: index % 2 === 0 ? 1200 : null,
  bank_code: "00000000",
  bic: "XMPLDEFFXXX",
  iban: party.iban,
  contact_account_number: party.account,
  contact_id: party.id,
  contact_name: party.name,
  is_payment_order: party.role === "supplier",
  vat_id: party.vatId,
});

function proposalLine({ item, rate, net, gross, description, dimensions }: Line, role: Party["role"]) {
  const account = role === "customer" ? item.incomeAccount : item.expenseAccount;
  const [dimension] = dimensions;
  const discount = (percentage: string) => money(rounded(percentOf(gross, percentage), "EUR"), "EUR");
  return {
    account_code: account,
    account_id: accountId(account),
    account_name: accountName(account),
    account_number: Number(account),
    booking_tax_code: rate.percentage === "19" ? "9" : "8",
    tax_code: rate.code,
    description: description ?? item.name,
    dimension1: dimension?.code ?? null,
    dimension2: dimension ? "K20" : null,
    dimensions: dimension ? [proposalDimension(dimension)] : [],
    // Offered for early payment, but not used yet.
    discount_amount: discount("3"),
    discount_amount2: discount("2"),
    discount_percentage: "3",
    discount_percentage2: "2",
    tax_rate_percentage: rate.percentage,
    total_gross_amount: money(gross, "EUR"),
    total_net_amount: money(net, "EUR"),
    type: item.isService ? "services" : "goods",
  };
}

const proposalDimension = ({ id, code, category_name, name }: Dimension) => ({
  id,
  code,
  dimension: category_name,
  name,
});
