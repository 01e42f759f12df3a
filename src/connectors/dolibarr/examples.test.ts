/**
 * Facts from real replies that others recorded, and from Dolibarr's source code: their values and oddities in bodies we
 * wrote, with invented names. `erp` are the live captures in arcodange-org/erp at bbfa50c, e7abfd5 and 4252a88 (2026-05), `ap2i`
 * the fixture of Opentalent/ap2i at 45749dc; 18, 19, 20 and 21 are Dolibarr/dolibarr at 0e62008, 0ed4c9f, a17d266 and
 * 13ec815; PR and issue are that repository's.
 */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import { dolibarr } from "./connector.ts";

const { get, list } = readsOf(dolibarr);

/** Midnight of 28 June 2021 in Paris. */
const midnight = 1624831200;

const line = {
  id: "12",
  rowid: "12",
  fk_product: "4",
  product_label: "Accompagnement",
  label: null,
  desc: "<p>Juin</p>",
  qty: "1",
  subprice: "731.00000000",
  tva_tx: "20.0000",
  vat_src_code: "",
  remise_percent: "0",
  ref_ext: "",
  total_ht: "731.00000000",
  total_tva: "146.20000000",
  total_ttc: "877.20000000",
  multicurrency_tx: null,
  multicurrency_subprice: "731.00000000",
  multicurrency_total_ht: "731.00000000",
};
const sold = {
  module: null,
  id: "12",
  ref: "FAC002",
  ref_ext: null,
  statut: "1",
  status: "1",
  type: "0",
  socid: "284",
  date: midnight,
  date_lim_reglement: midnight,
  datem: 1626091849,
  date_modification: 1626091849,
  ref_client: null,
  cond_reglement_id: "10",
  cond_reglement_code: null,
  mode_reglement_id: "2",
  fk_account: "2",
  fk_multicurrency: "0",
  multicurrency_code: "EUR",
  multicurrency_tx: "1.00000000",
  array_options: [],
  multicurrency_total_ht: "731.00000000",
  total_ht: "731.00000000",
  total_tva: "146.20000000",
  total_ttc: "877.20000000",
  totalpaid: 0,
  totalcreditnotes: null,
  remaintopay: "877.2",
  lines: [line],
};

const invoice = async (change: object = {}) =>
  (
    await get("invoices.get", sessionWithReplies({ "/invoices/12": { ...sold, ...change } }), {
      ids: { invoiceId: "12" },
    })
  ).record;

describe("invoices", () => {
  test("erp: numbers are text with eight decimals, ids are text, and nulls are left out", async () => {
    const record = await invoice();
    expect(record).toMatchObject({
      invoiceId: "12",
      contactId: "284",
      invoiceNumber: "FAC002",
      paymentTermId: "10",
      currency: "EUR",
      sumNetAmount: 731,
      totalTaxAmount: 146.2,
      totalAmount: 877.2,
      status: "OVERDUE",
      lineItems: [
        { lineItemId: "12", itemId: "4", quantity: 1, unitAmount: 731, taxRatePercentage: 20, name: "Accompagnement" },
      ],
    });
    expect(record).not.toHaveProperty("reference");
  });

  test("ap2i: 22:00 UTC on the 27th is the 28th at the server", async () => {
    expect(await invoice()).toMatchObject({ invoiceDate: "2021-06-28T00:00:00Z", dueDate: "2021-06-28T00:00:00Z" });
  });

  test.each([
    ["New York in winter", "2026-01-15T05:00:00Z"],
    ["Hawaii", "2026-01-15T10:00:00Z"],
    ["India", "2026-01-14T18:30:00Z"],
    ["New Zealand in summer", "2026-01-14T11:00:00Z"],
    ["UTC", "2026-01-15T00:00:00Z"],
  ])("20, DoliDB::jdate: midnight of 15 January in %s is that day", async (_zone, moment) => {
    expect(await invoice({ date: Date.parse(moment) / 1000 })).toMatchObject({ invoiceDate: "2026-01-15T00:00:00Z" });
  });

  test("20, DoliDB::jdate: a missing day is an empty text", async () => {
    const record = await invoice({ date_lim_reglement: "" });
    expect(record).not.toHaveProperty("dueDate");
    expect(record).toMatchObject({ status: "OPEN" });
  });

  test("ap2i: a timestamp is in seconds: 1626091849 is 12:10:49 UTC", async () => {
    expect(await invoice()).toMatchObject({ updatedDate: "2021-07-12T12:10:49Z" });
  });

  test("20: (PROV12) is a draft, which has no number", async () => {
    const record = await invoice({ status: "0", statut: "0", ref: "(PROV12)" });
    expect(record).toMatchObject({ status: "DRAFT" });
    expect(record).not.toHaveProperty("invoiceNumber");
  });

  test.each([
    ["paid", { status: "2", remaintopay: "0" }, "PAID"],
    ["abandoned", { status: "3" }, "VOIDED"],
    ["partly paid", { date_lim_reglement: 4_000_000_000, totalpaid: 100, remaintopay: "777.2" }, "PARTIALLY_PAID"],
    ["partly paid and overdue", { totalpaid: 100, remaintopay: 777.2 }, "PARTIALLY_OVERDUE"],
    ["open", { date_lim_reglement: 4_000_000_000 }, "OPEN"],
  ])("20: returns the state of a document that is %s", async (_state, change, status) => {
    expect(await invoice(change)).toMatchObject({ status });
  });

  test("20, CommonObject::update_price: a document in another currency has amounts in both currencies", async () => {
    const dollars = { multicurrency_total_ht: "804.10000000", multicurrency_total_tva: "160.82000000" };
    const change = {
      ...dollars,
      multicurrency_code: "USD",
      multicurrency_tx: "1.10000000",
      fk_multicurrency: "2",

      multicurrency_total_ttc: "964.92000000",
      lines: [{ ...line, ...dollars, multicurrency_subprice: "804.10000000" }],
    };
    expect(await invoice(change)).toMatchObject({
      currency: "USD",
      sumNetAmount: 804.1,
      totalTaxAmount: 160.82,
      totalAmount: 964.92,
      lineItems: [{ unitAmount: 804.1, itemsAmount: 804.1 }],
    });
  });

  test("20: ignores the amounts of the Multicurrency module, which are 0 if it was never enabled", async () => {
    const change = { multicurrency_code: null, multicurrency_tx: null, multicurrency_total_ht: "0.00000000" };
    expect(await invoice(change)).toMatchObject({ sumNetAmount: 731, totalAmount: 877.2 });
  });

  const credit = {
    ...sold,
    id: "310",
    type: "2",
    status: "2",
    paye: "1",
    fk_facture_source: "256",
    remaintopay: 0,
    total_ht: "-731.00000000",
    total_tva: "-146.20000000",
    total_ttc: "-877.20000000",
    lines: [
      { ...line, subprice: "-731.00000000", total_ht: "-731.00000000", total_ttc: "-877.20000000", marge_tx: -0 },
    ],
  };

  test("ap2i: a credit note is a negative invoice of type 2, and positive here", async () => {
    const session = sessionWithReplies({ "/invoices/310": credit });
    const { record } = await get("creditNotes.get", session, { ids: { creditNoteId: "310" } });
    expect(record).toMatchObject({
      id: "310",
      status: "PAID",
      totalNetAmount: 731,
      totalTaxAmount: 146.2,
      totalGrossAmount: 877.2,
      creditNoteLines: [{ quantity: 1, unitAmount: 731, totalNetAmount: 731 }],
    });
  });

  test("20: an invoice is not found as a credit note, nor a credit note as an invoice", async () => {
    const asInvoice = get("invoices.get", sessionWithReplies({ "/invoices/310": credit }), {
      ids: { invoiceId: "310" },
    });
    await expect(asInvoice).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("supplier invoices", () => {
  const bill = {
    ...sold,
    id: "1",
    type: 0,
    ref: "SI2601-0001",
    ref_supplier: "7985630",
    label: null,
    date_echeance: midnight,
    datec: 1626091000,
    tms: 1626091849,
    paye: "0",
    contacts_ids: null,
    canvas: null,
    remaintopay: undefined,
  };

  test("erp: the bill's number is the supplier's; timestamps are called datec and tms; the paid amount is missing", async () => {
    const { record } = await get(
      "bills.get",
      sessionWithReplies({ "/supplierinvoices/1": bill, "/supplierinvoices/1/payments": [] }),
      {
        ids: { billId: "1" },
      },
    );
    expect(record).toMatchObject({
      id: "1",
      billNumber: "7985630",
      reference: "SI2601-0001",
      status: "OVERDUE",
      createdDate: "2021-07-12T11:56:40Z",
      updatedDate: "2021-07-12T12:10:49Z",
    });
  });

  test("20, FactureFournisseur::updateline: some amounts of a vendor credit are negative and others are not", async () => {
    const credit = {
      ...bill,
      type: 2,
      multicurrency_code: "USD",
      multicurrency_tx: "1.10000000",
      multicurrency_total_ht: "110.00000000",
      total_ht: "-100.00000000",
      lines: [
        {
          ...line,
          subprice: "-100.00000000",
          total_ht: "-100.00000000",
          multicurrency_subprice: "110.00000000",
          multicurrency_total_ht: "110.00000000",
        },
      ],
    };
    const { records } = await list("vendorCredits.list", sessionWithReplies({ "/supplierinvoices": [credit] }));
    expect(records).toMatchObject([{ totalNetAmount: 110, lineItems: [{ unitAmount: 110, totalNetAmount: 110 }] }]);
  });
});

describe("payments", () => {
  const paid = {
    amount: "500.00000000",
    type: "VIR",
    date: "2026-02-03 12:00:00",
    num: "",
    ref: "PAY2602-0003",
    ref_ext: null,
  };
  const credited = {
    amount: "120.00000000",
    type: "(CREDIT_NOTE)",
    date: "2026-02-04 09:00:00",
    num: "",
    ref: "AV2601-0001",
  };
  const replies = { "/invoices/12": sold, "/invoices/12/payments": [paid, credited], "/supplierinvoices/12": sold };

  test("erp: a payment's date is text, unlike all other dates; it has a ref and no id", async () => {
    const { records } = await list("payments.list", sessionWithReplies(replies), { filters: { invoiceId: "12" } });
    expect(records).toMatchObject([
      {
        id: "PAY2602-0003",
        paymentType: "VIR",
        documentType: "INVOICE",
        currency: "EUR",
        paymentLines: [{ amount: 500, paymentDate: "2026-02-03", invoiceId: "12", customerId: "284" }],
      },
    ]);
  });

  test("20, CommonInvoice::getListOfPayments: leaves out credits, which are listed as payments", async () => {
    const { records } = await list("payments.list", sessionWithReplies(replies), { filters: { invoiceId: "12" } });
    expect(records).not.toContainEqual(expect.objectContaining({ id: "AV2601-0001" }));
  });

  test("20: takes the id of a bill with a prefix, because invoices have the same ids", async () => {
    const session = sessionWithReplies({
      ...replies,
      "/supplierinvoices/12/payments": [{ ...paid, ref: "SPAY2602-0001" }],
    });
    const { records } = await list("payments.list", session, { filters: { invoiceId: "bill:12" } });
    expect(records).toMatchObject([
      { id: "SPAY2602-0001", documentType: "BILL", paymentLines: [{ supplierId: "284" }] },
    ]);
  });

  const invoiceWith = (owner: object, payment: object) =>
    sessionWithReplies({
      "/invoices/12": { ...replies["/invoices/12"], ...owner },
      "/invoices/12/payments": [{ ...paid, ...payment }],
    });
  const linesWith = async (owner: object, payment: object) => {
    const { records } = await list("payments.list", invoiceWith(owner, payment), { filters: { invoiceId: "12" } });
    return records[0]?.["paymentLines"];
  };

  test("20.0.1, live: money that goes back for a credit note is negative", async () => {
    const owner = { type: "2", total_ttc: "-240.00000000", remaintopay: "-140" };
    expect(await linesWith(owner, { amount: "-100.00000000" })).toMatchObject([{ amount: -100, invoiceId: "12" }]);
  });

  test("20.0.1, live: a payment of a document in dollars is in dollars, at the document's rate", async () => {
    const owner = { multicurrency_code: "USD", multicurrency_tx: "1.25000000", total_ttc: "192.00000000" };
    expect(await linesWith(owner, { amount: "192.00000000" })).toMatchObject([{ amount: 240 }]);
  });

  test("20.0.1, live: what was paid beyond the total is on account", async () => {
    const lines = await linesWith({ total_ttc: "240.00000000", remaintopay: "-50" }, { amount: "290.00000000" });
    expect(lines).toMatchObject([
      { amount: 240, invoiceId: "12" },
      { amount: 50, customerId: "284" },
    ]);
    expect((lines as readonly object[])[1]).not.toHaveProperty("invoiceId");
  });
});

describe("amounts of a live run of 20.0.1", () => {
  const read = async (native: object) =>
    (
      await get("invoices.get", sessionWithReplies({ "/invoices/33": { id: "33", type: "0", ...native } }), {
        ids: { invoiceId: "33" },
      })
    ).record;

  test("an invoice that was written off is a bad debt and has no status", async () => {
    const record = await read({
      status: "2",
      paye: "0",
      close_code: "badcustomer",
      total_ttc: "240.00000000",
      remaintopay: "240",
    });
    expect(record).toMatchObject({ paymentStatus: "BAD_DEBT" });
    expect(record).not.toHaveProperty("status");
  });

  test("an invoice that was settled with a cash discount is paid", async () => {
    const native = {
      status: "2",
      paye: "0",
      close_code: "discount_vat",
      total_ttc: "240.00000000",
      remaintopay: "4.8",
    };
    expect(await read(native)).toMatchObject({ status: "PAID", paymentStatus: "PAID" });
  });

  test("an overpaid invoice is paid, although Dolibarr leaves it open", async () => {
    expect(await read({ status: "1", paye: "0", total_ttc: "240.00000000", remaintopay: "-50" })).toMatchObject({
      status: "PAID",
    });
  });

  test("a negative line keeps its sign", async () => {
    const lines = [
      {
        id: "1",
        qty: "1",
        subprice: "-50.00000000",
        total_ht: "-50.00000000",
        total_tva: "-10.00000000",
        total_ttc: "-60.00000000",
        tva_tx: "20.0000",
      },
    ];
    expect((await read({ status: "0", lines }))["lineItems"]).toMatchObject([
      { unitAmount: -50, itemsAmount: -50, grossAmount: -60 },
    ]);
  });

  test("local taxes are part of the tax", async () => {
    const native = {
      status: "0",
      total_ht: "100.00000000",
      total_tva: "21.00000000",
      total_localtax1: "5.20000000",
      total_ttc: "126.20000000",
    };
    expect(await read(native)).toMatchObject({ sumNetAmount: 100, totalTaxAmount: 26.2, totalAmount: 126.2 });
  });

  test("a line of a credit note that gives nothing back is negative", async () => {
    const lines = [
      { id: "1", qty: "2", subprice: "-100.00000000", total_ht: "-200.00000000", total_ttc: "-240.00000000" },
      { id: "2", qty: "1", subprice: "50.00000000", total_ht: "50.00000000", total_ttc: "60.00000000" },
    ];
    const session = sessionWithReplies({ "/invoices/28": { id: "28", type: "2", status: "1", lines } });
    const { record } = await get("creditNotes.get", session, { ids: { creditNoteId: "28" } });
    expect(record["creditNoteLines"]).toMatchObject([
      { unitAmount: 100, totalNetAmount: 200, totalGrossAmount: 240 },
      { unitAmount: -50, totalNetAmount: -50, totalGrossAmount: -60 },
    ]);
  });
});
