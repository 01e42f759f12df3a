import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { elsewhere, encoder, nested } from "../../kit/encode.ts";
import { amount, decimal } from "../../kit/money.ts";
import { remove, write } from "../../kit/writing.ts";
import { key, quoted } from "./conventions.ts";
import {
  getPayment,
  type Kind,
  kinds,
  listPayments,
  ofEither,
  payment,
  paymentPath,
  readPayment,
} from "./paymentReading.ts";
import { matching, only, tagOf } from "./telling.ts";
import type { Page } from "./types.ts";
import type { Journal, Payment } from "./vendorLedger.ts";

function kindOf({ documentType = "INVOICE" }: PaymentInput): Kind {
  if (documentType !== "BOOKING_PROPOSAL") return kinds[documentType];
  throw new Failure("invalid_request", "Business Central has payments of INVOICE and of BILL.", {
    field: "documentType",
  });
}

function toldLine(lines: readonly PaymentLine[], input: PaymentInput): object {
  const line = only(lines, "paymentLines") ?? {};
  const isPaid = kindOf(input) === kinds.INVOICE;
  const party = line.contactId ?? (isPaid ? line.customerId : line.supplierId);
  return {
    ...(isPaid ? { customerId: party } : { vendorId: party }),
    ...(line.amount !== undefined && { amount: amount(decimal(isPaid ? -line.amount : line.amount)) }),
    ...(line.description !== undefined && { description: line.description }),
    ...(line.invoiceId !== undefined && { appliesToInvoiceId: line.invoiceId }),
    ...(line.paymentDate !== undefined && { postingDate: calendarDay(line.paymentDate) }),
  };
}
const paymentLine = encoder<PaymentLine>({
  ...{ amount: elsewhere, contactId: elsewhere, customerId: elsewhere, description: elsewhere },
  ...{ invoiceId: elsewhere, paymentDate: elsewhere, supplierId: elsewhere },
});

const created = write<PaymentInput, PaymentRecord, Payment>({
  method: "POST",
  path: "",
  encoder: encoder<PaymentInput>({
    documentType: elsewhere,
    journalCode: elsewhere,
    paymentLines: nested(paymentLine, toldLine),
  }),
  afterwards: ({ id }, call, session) => readPayment(session, kindOf(call.body), id),
  map: payment,
  requires: ["paymentLines"],
  rules: ["It waits in the journal until somebody posts that in Business Central. Without journalCode: the first one."],
});

/** The journal that it goes to. */
async function journalFor({ body: told }: WriteCall<PaymentInput>, session: Session): Promise<string> {
  const { journalCode } = told;
  const $filter = journalCode === undefined ? undefined : `code eq ${quoted(journalCode)}`;
  const { value } = (await session.read(`/${kindOf(told).journals}`, { $filter, $top: 1 })) as Page;
  const [journal] = (value ?? []) as readonly Journal[];
  if (journal !== undefined) return journal.id;
  throw new Failure("invalid_request", "Business Central has no such journal for payments.", { field: "journalCode" });
}

const createPayment: WriteHandler<PaymentInput, PaymentRecord> = {
  ...created,
  prepare: journalFor,
  request: (call, journal) => {
    const { journals, payments: set } = kindOf(call.body);
    return { ...created.request(call), path: `/${journals}${key(journal as string)}/${set}` };
  },
};

interface Doomed {
  readonly path: string;
  readonly tag: string;
}

const removed = remove(({ ids }) => paymentPath(kinds.BILL, ids["paymentId"]));

const deletePayment: typeof removed = {
  ...removed,
  prepare: ({ ids }, session) =>
    ofEither(async (kind): Promise<Doomed> => {
      const path = paymentPath(kind, ids["paymentId"]);
      return { path, tag: await tagOf(() => path)({ ids, filters: {} }, session) };
    }),
  request: (_call, prepared) => {
    const { path, tag } = prepared as Doomed;
    return { method: "DELETE", path, headers: matching(tag) };
  },
  find: async (call, session) => {
    const customers = remove(({ ids }) => paymentPath(kinds.INVOICE, ids["paymentId"]));
    return (await customers.find?.(call, session)) === undefined ? undefined : removed.find?.(call, session);
  },
};

export const payments = {
  "payments.list": listPayments,
  "payments.get": getPayment,
  "payments.create": createPayment,
  "payments.delete": deletePayment,
};
