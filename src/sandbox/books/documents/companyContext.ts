/** What the makers of a company's documents share: its days, its parties, and how much of everything there is. */
import type { Calendar } from "../basics/calendar.ts";
import { type Random, random, seedOf } from "../basics/random.ts";
import type { Party } from "../masterdata/parties.ts";
import type { Plans } from "./plans.ts";

export interface Scale {
  readonly customers: number;
  readonly suppliers: number;
  readonly invoices: readonly [number, Plans];
  readonly bills: readonly [number, Plans];
  /** The numbers of those that clear an invoice or a bill are the numbers of the plan "offset" there. */
  readonly creditNotes: readonly [number, Plans];
  readonly vendorCredits: readonly [number, Plans];
  readonly offers: number;
  readonly salesOrders: number;
  readonly purchaseOrders: number;
  readonly expenses: number;
  readonly bookingProposals: number;
  /** Cents a month. */
  readonly wages: number;
}

const everyPlan: Plans = {
  open: 8,
  created: 3,
  overdue: 7,
  partlyPaid: 3,
  partlyOverdue: 3,
  badDebt: 2,
  voided: 3,
  corrected: 2,
  free: 1,
  draft: 4,
  submitted: 2,
  debited: 6,
};

export const fullScale: Scale = {
  customers: 30,
  suppliers: 15,
  invoices: [150, { ...everyPlan, offset: 3 }],
  bills: [80, { ...everyPlan, offset: 2 }],
  creditNotes: [10, { open: 2, partlyPaid: 1, draft: 1, voided: 1 }],
  vendorCredits: [7, { open: 2, draft: 1 }],
  offers: 20,
  salesOrders: 15,
  purchaseOrders: 12,
  expenses: 40,
  bookingProposals: 30,
  wages: 425_000,
};

export const smallScale: Scale = {
  customers: 8,
  suppliers: 5,
  invoices: [24, { open: 3, overdue: 2, partlyPaid: 1, draft: 1, voided: 1 }],
  bills: [14, { open: 2, overdue: 1, draft: 1 }],
  creditNotes: [2, {}],
  vendorCredits: [1, {}],
  offers: 6,
  salesOrders: 4,
  purchaseOrders: 4,
  expenses: 8,
  bookingProposals: 7,
  wages: 38_000,
};

export interface CompanyContext {
  readonly company: string;
  readonly time: Calendar;
  readonly scale: Scale;
  readonly customers: readonly Party[];
  readonly suppliers: readonly Party[];
}

/** Chance for one document: what another one draws does not change it. */
export const chanceFor = ({ company }: CompanyContext, kind: string, index: number): Random =>
  random(seedOf(`${company} ${kind} ${index}`));

/** Those that anything is traded with; the last one is only in touch. */
export const traders = (parties: readonly Party[]): readonly Party[] => parties.slice(0, -1);
