/** The context in which a company's documents are made: its days, its parties, and the numbers of records. */
import type { Calendar } from "../basics/calendar.ts";
import { type Random, random, seedOf } from "../basics/random.ts";
import type { Party } from "../masterdata/parties.ts";
import type { Plans } from "./plans.ts";

export interface Scale {
  readonly customers: number;
  readonly suppliers: number;
  readonly invoices: readonly [number, Plans];
  readonly bills: readonly [number, Plans];
  /** Credit notes that clear an invoice or a bill are as many as its plan "offset" says. */
  readonly creditNotes: readonly [number, Plans];
  readonly vendorCredits: readonly [number, Plans];
  readonly offers: number;
  readonly salesOrders: number;
  readonly purchaseOrders: number;
  readonly expenses: number;
  readonly bookingProposals: number;
  /** Cents per month. */
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

/** The same with documents that are paid less a cash discount. */
export const modelScale: Scale = {
  ...fullScale,
  invoices: [150, { ...everyPlan, offset: 3, cashDiscount: 2 }],
  bills: [80, { ...everyPlan, offset: 2, cashDiscount: 1 }],
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
  /** Documents have discounts of their own and codes for reverse charge. Simulators keep these by their vendors' rules. */
  readonly isModel?: true;
}

/** Random numbers for one document, independent of all other documents. */
export const chanceFor = ({ company }: CompanyContext, kind: string, index: number): Random =>
  random(seedOf(`${company} ${kind} ${index}`));

/** The parties with trades. The last one is only a contact so far. */
export const traders = (parties: readonly Party[]): readonly Party[] => parties.slice(0, -1);
