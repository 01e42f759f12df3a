/** Documents on their way into the books. Money that has already moved for them waits on an account in between. */
import { money, percentOf, rounded, toCents } from "./amounts.ts";
import { addDays } from "./calendar.ts";
import { type Dimension, transferTerms } from "./catalogue.ts";
import { accountId, accountName } from "./chart.ts";
import { dayFor, type PlanName } from "./claims.ts";
import { fileId, fileRecord } from "./files.ts";
import { credit, debit, type Posting } from "./ledger.ts";
import { type Line, makeLines, totalsOf } from "./lines.ts";
import type { Party } from "./parties.ts";
import { paymentRecord } from "./payments.ts";
import { at } from "./random.ts";
import type { NativeRecord } from "./types.ts";
import { chanceFor, traders, type World } from "./world.ts";

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

export function makeProposals(world: World): Proposals {
  const all = Array.from({ length: world.scale.bookingProposals }, (_, index) => proposal(world, index));
  return {
    records: all.map(({ record }) => record),
    postings: all.flatMap(({ posting }) => posting ?? []),
    payments: all.flatMap(({ payment }) => payment ?? []),
    files: all.flatMap(({ file }) => file ?? []),
  };
}

function proposal(world: World, index: number) {
  const { time } = world;
  const chance = chanceFor(world, "proposal", index);
  const id = `bp-${index + 1}`;
  const [bookingType, role, isIncoming] = at(bookingTypes, index);
  const [status, plan] = at(statuses, index);
  const parties = traders(role === "customer" ? world.customers : world.suppliers);
  const party = chance.pick(parties.filter(({ region }) => region === "domestic"));
  const date = dayFor(time, chance, plan);
  const trade = { isSale: role === "customer", currency: "EUR", rate: "1", isTaxed: true };
  const lines = makeLines(chance, chance.between(1, 3), trade);
  const { gross } = totalsOf(lines);
  const paid = status === "paid" ? gross : status === "partially_paid" ? rounded(gross.div(2), "EUR") : null;
  const paidDate = paid ? time.noLater(addDays(date, 3)) : null;
  const number = `BV-${String(index + 1).padStart(4, "0")}`;
  const paymentId = `pay-${id}-1`;
  const description = `Zahlung zu Buchungsvorschlag ${number}`;
  const stamps = { created_at: time.instant(date, id), updated_at: time.instant(paidDate ?? date, id) };
  const hasFile = index % 4 !== 3;
  const record = {
    ...partyFields(party, index),
    id,
    account_name: accountName(role === "customer" ? "1400" : "1600"),
    booking_proposal_date: date,
    booking_type: bookingType,
    currency: "EUR",
    delivery_date: date,
    due_date: addDays(date, 30),
    paid_date: paidDate,
    discount_payment_date: index % 3 === 0 ? addDays(date, 8) : null,
    discount_payment_date2: index % 3 === 0 ? addDays(date, 14) : null,
    files: hasFile ? [fileId(id)] : [],
    journal_code: role === "customer" ? "RA" : "RE",
    ledger_name: role === "customer" ? "Debitorenbuch" : "Kreditorenbuch",
    line_items: lines.map((line, position) => ({
      ...proposalLine(line, role),
      id: `${id}-${position + 1}`,
      ...stamps,
    })),
    notes: index % 5 === 0 ? "Bitte Kostenstelle prüfen – sonst wie im Vorjahr." : null,
    number,
    order_id: role === "customer" ? at(["so-1", "so-2", "so-3"], index) : at(["po-1", "po-2"], index),
    payment_terms_id: at(transferTerms, 2).id,
    status,
    task_id: index % 6 === 2 ? `task-${id}` : null,
    total_gross_amount: money(gross, "EUR"),
    ...stamps,
  };
  const file = hasFile ? fileRecord(time, id, `Beleg ${number}`, date) : undefined;
  if (paid === null || paidDate === null) return { record, file };
  const cents = toCents(paid, "1");
  const moved = isIncoming
    ? [debit("1200", cents), credit("1590", cents)]
    : [credit("1200", cents), debit("1590", cents)];
  const posting: Posting = {
    date: paidDate,
    journal: "BA",
    description,
    lines: moved,
    document: { id: paymentId, number },
  };
  const payment = paymentRecord(time, {
    id: paymentId,
    date: paidDate,
    documentType: "booking_proposal",
    documentId: id,
    party,
    currency: "EUR",
    rate: "1",
    amount: money(paid, "EUR"),
    description,
    type: "bank_transfer",
  });
  return { record, file, posting, payment };
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
    // Offered for paying early, not yet taken.
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
