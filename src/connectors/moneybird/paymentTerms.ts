import type { PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { inMemory, oneInMemory, readWhole } from "../../kit/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { changedSince, inOnePiece } from "./conventions.ts";
import { identity, named, stamps } from "./fields.ts";
import type { Workflow } from "./types.ts";

/** What says how an invoice is to be paid and reminded of. Its first step is the invoice itself, the others remind of it. */
const daysOf = ({ steps }: Workflow): number | null | undefined =>
  steps?.toSorted((one, other) => one.step_order - other.step_order)[0]?.due_interval;

const paymentTerm = mapping<PaymentTerm, Workflow>({
  ...identity,
  ...named,
  ...stamps,
  dueType: (workflow) => (typeof daysOf(workflow) === "number" ? "DUE_IN_DAYS" : undefined),
  paymentDays: daysOf,
});

const all = readWhole<Workflow>("/workflows.json");
const ofInvoices = async (session: Session) => (await all(session)).filter(({ type }) => type === "InvoiceWorkflow");

export const paymentTerms = {
  "paymentTerms.list": inMemory({
    read: ofInvoices,
    map: paymentTerm,
    filters: changedSince,
    rules: [inOnePiece, "These are the target system's workflows for invoices."],
  }),
  "paymentTerms.get": oneInMemory({ read: ofInvoices, map: paymentTerm, id: ({ id }) => id }),
};
