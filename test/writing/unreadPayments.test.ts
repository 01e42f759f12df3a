/**
 * Vendors whose reply to a payment does not name it: if it cannot be read back either, no answer without an id looks like
 * success. A repetition and a reconciliation find the payment, and neither of them pays twice.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { simulation as dolibarrSimulation } from "../../simulators/dolibarr/simulation.ts";
import type { Simulation } from "../../simulators/simulation.ts";
import { simulation as tripletexSimulation } from "../../simulators/tripletex/simulation.ts";
import { dolibarr } from "../../src/connectors/dolibarr/connector.ts";
import { tripletex } from "../../src/connectors/tripletex/connector.ts";
import { idOf, rowsIn } from "../../src/verify/row.ts";
import { openStages, type Stage, type Stages } from "../conformance/stage.ts";

/** Fails everything from the next payment on, until it is well again. */
const weather = { isStormy: false, hasPaid: false };

const isPayment = (method: string, url: string): boolean =>
  method !== "GET" && /:payment|paymentsdistributed/.test(url);

const failing = (simulation: Simulation): Simulation => ({
  ...simulation,
  open: (world) => {
    const vendor = simulation.open(world);
    return {
      ...vendor,
      routes: (app) => {
        app.addHook("onRequest", async (_request, reply) => {
          if (weather.isStormy && weather.hasPaid) await reply.code(503).send({});
        });
        app.addHook("onResponse", async ({ method, url }) => {
          if (isPayment(method, url)) weather.hasPaid = true;
        });
        vendor.routes(app);
      },
    };
  },
});

const pairs = [
  { connector: tripletex, simulation: failing(tripletexSimulation), more: {}, needsAccount: false },
  { connector: dolibarr, simulation: failing(dolibarrSimulation), more: { paymentType: "VIR" }, needsAccount: true },
];

let stages: Stages;
beforeAll(async () => {
  stages = await openStages(pairs, { isWatched: false });
});
afterAll(() => stages.close());

async function openInvoiceOf(stage: Stage): Promise<string> {
  const { body, text } = await stage.ask("invoices.list", { query: { limit: 100 } });
  const open = rowsIn(body.data).find(
    ({ status, totalAmount }) => /^(?:OPEN|OVERDUE)$/.test(String(status)) && Number(totalAmount) > 20,
  );
  if (open === undefined) throw new Error(`No invoice is open: ${text.slice(0, 200)}`);
  return idOf(open);
}

describe.each(pairs)("$connector.id", ({ connector, simulation, more, needsAccount }) => {
  let stage: Stage;
  let account: { readonly accountId?: string } = {};
  beforeAll(async () => {
    stage = await stages.open({ connector, simulation });
    if (!needsAccount) return;
    const [row = {}] = rowsIn((await stage.ask("bankAccounts.list")).body.data);
    account = { accountId: idOf(row) };
  });
  const lineOf = (invoiceId: string, amount: number) => ({
    invoiceId,
    amount,
    paymentDate: new Date(stage.simulator.now()).toISOString().slice(0, 10),
    ...account,
  });

  async function payUnread(invoiceId: string, key: string, amount: number) {
    const paymentLines = [lineOf(invoiceId, amount)];
    const request = { body: { documentType: "INVOICE", paymentLines, ...more }, headers: { "idempotency-key": key } };
    const pay = () => stage.ask("payments.create", request);
    Object.assign(weather, { isStormy: true, hasPaid: false });
    const { result: first, exchanges } = await stage.during(pay);
    expect(first.status, first.text).toBe(504);
    const error = first.body.errors?.[0];
    expect(error).toMatchObject({ code: "outcome_unknown" });
    expect(exchanges.filter(({ method, path }) => isPayment(method, path))).toHaveLength(1);
    return { pay, operationId: (error as { operationId?: string }).operationId ?? "" };
  }

  const paymentsOf = async (invoiceId: string) =>
    rowsIn((await stage.ask("payments.list", { query: { invoiceId } })).body.data);

  test("a payment that cannot be read back is unknown until it is repeated", async () => {
    const invoiceId = await openInvoiceOf(stage);
    const before = await paymentsOf(invoiceId);
    const { pay } = await payUnread(invoiceId, "unread-1", 3);
    expect((await pay()).body.errors?.[0]).toMatchObject({ code: "outcome_unknown" });
    weather.isStormy = false;
    const { result: repeated, exchanges } = await stage.during(pay);
    expect(repeated.status, repeated.text).toBe(201);
    expect(exchanges.some(({ method, path }) => isPayment(method, path))).toBe(false);
    const after = await paymentsOf(invoiceId);
    expect(after).toHaveLength(before.length + 1);
    expect(after.map(idOf)).toContain(idOf(repeated.body.data as never));
  });

  test("or until it is reconciled, also if there has been another payment meanwhile", async () => {
    const invoiceId = await openInvoiceOf(stage);
    const { operationId } = await payUnread(invoiceId, "unread-2", 4);
    weather.isStormy = false;
    const body = { documentType: "INVOICE", paymentLines: [lineOf(invoiceId, 5)], ...more };
    expect((await stage.ask("payments.create", { body })).status).toBe(201);
    const { result, exchanges } = await stage.during(() => stage.reconcile(operationId));
    expect(exchanges.some(({ method }) => method !== "GET")).toBe(false);
    expect(result.body.data).toMatchObject({ state: "done", answer: { data: { paymentLines: [{ amount: 4 }] } } });
  });
});
