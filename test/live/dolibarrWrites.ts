/** Writes to Dolibarr through the API and reads the result by SQL. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Connected, type Entry, type LiveService, startLiveService } from "./connected.ts";
import type { StartedDolibarr } from "./dolibarr.ts";
import { firstExample, firstExampleTotals, refundOf } from "./sameMoney.ts";

export function writeBooks(started: StartedDolibarr): void {
  describe("Dolibarr's books, written and read by SQL", () => {
    let live: LiveService;
    let keeper: Connected;
    let customer = "";
    let supplier = "";
    let bank = "";
    const row = (columns: string, table: string, id: unknown): readonly string[] =>
      started.sql(`select ${columns} from llx_${table} where rowid = ${Number(id)}`)[0] ?? [];
    const numbers = (values: readonly string[]): number[] => values.map(Number);
    let count = 0;
    const fresh = (): string => `K-${Date.now()}-${++count}`;
    const connect = (key: string, baseUrl = started.url): Promise<Connected> =>
      live.connect("dolibarr", { baseUrl, apiKey: started.value(key) });

    beforeAll(async () => {
      live = await startLiveService();
      keeper = await connect("KEY");
      const idOf = (name: string) => started.sql(`select rowid from llx_societe where nom = '${name}'`)[0]?.[0] ?? "";
      customer = idOf("Miroir Double SAS");
      supplier = idOf("Colis Lents");
      bank = started.sql("select rowid from llx_bank_account where ref = 'BANQ'")[0]?.[0] ?? "";
    });
    afterAll(() => live.service.stop());

    const line = { name: "Consulting", quantity: 2, unitAmount: 100, taxRatePercentage: 19 };
    const invoice = (more: object = {}): Promise<Entry> =>
      keeper.write("POST", "/invoices", {
        contactId: customer,
        invoiceDate: "2026-11-02T00:00:00Z",
        currency: "EUR",
        lineItems: [line],
        ...more,
      });
    const pay = (invoiceId: unknown, amount: number, more: object = {}) => ({
      documentType: "INVOICE",
      paymentType: "VIR",
      paymentLines: [{ invoiceId: String(invoiceId), amount, paymentDate: "2026-11-05", accountId: bank }],
      ...more,
    });
    const paidOf = (id: unknown): number =>
      Number(
        started.sql(
          `select coalesce(sum(amount), 0) from llx_paiement_facture where fk_facture = ${Number(id)}`,
        )[0]?.[0],
      );

    test("the first example of the writing guide is 200 + 38 = 238", async () => {
      const stored = await keeper.write("POST", "/invoices", firstExample(customer));
      expect(stored).toMatchObject({ ...firstExampleTotals, status: "DRAFT" });
      const values = row("total_ht, total_tva, total_ttc, fk_statut", "facture", stored["invoiceId"]);
      expect(numbers(values)).toEqual([200, 38, 238, 0]);
      expect(row("datef, fk_soc", "facture", stored["invoiceId"])).toEqual(["2026-11-02", customer]);
    });

    test("invoices with discounts, an item, a due date and status OPEN", async () => {
      const stored = await invoice({
        status: "OPEN",
        dueDate: "2036-12-31T00:00:00Z",
        reference: "Commande 7",
        lineItems: [
          { itemId: "2", quantity: 3, unitAmount: 50, taxRatePercentage: 20, discountItemPercentage: 10 },
          { name: "Geste", quantity: 1, unitAmount: -5, taxRatePercentage: 20 },
        ],
      });
      expect(stored).toMatchObject({ sumNetAmount: 130, totalTaxAmount: 26, totalAmount: 156, status: "OPEN" });
      const columns = "total_ttc, fk_statut, date_lim_reglement, ref_client";
      expect(row(columns, "facture", stored["invoiceId"])).toEqual(["156.00000000", "1", "2036-12-31", "Commande 7"]);
      // The type of the item decides the account of the line.
      const kinds = started.sql(
        `select product_type from llx_facturedet where fk_facture = ${Number(stored["invoiceId"])} order by rowid`,
      );
      expect(kinds).toEqual([["1"], ["0"]]);
    });

    test("invoices in a foreign currency have its prices", async () => {
      const stored = await invoice({ currency: "USD", status: "OPEN", dueDate: "2036-12-31T00:00:00Z" });
      expect(stored).toMatchObject({ currency: "USD", totalAmount: 238 });
      const columns = "multicurrency_total_ttc, total_ttc, multicurrency_tx";
      expect(numbers(row(columns, "facture", stored["invoiceId"]))).toEqual([238, 190.4, 1.25]);
    });

    test("refuses a currency that Dolibarr does not have, and stores nothing", async () => {
      const before = started.sql("select count(*) from llx_facture");
      const error = await keeper.refused("POST", "/invoices", {
        contactId: customer,
        invoiceDate: "2026-11-02T00:00:00Z",
        currency: "CHF",
        lineItems: [line],
      });
      expect(error).toMatchObject({ field: "currency" });
      expect(started.sql("select count(*) from llx_facture")).toEqual(before);
    });

    test("payments: a part, too much, the rest", async () => {
      const { invoiceId } = await invoice({ status: "OPEN", dueDate: "2036-12-31T00:00:00Z" });
      const part = await keeper.write("POST", "/payments", pay(invoiceId, 100));
      expect(part).toMatchObject({ currency: "EUR", paymentLines: [{ amount: 100, invoiceId, customerId: customer }] });
      expect(paidOf(invoiceId)).toBe(100);
      const open = await keeper.call("GET", `/invoices/${String(invoiceId)}`);
      expect(open.data).toMatchObject({ status: "PARTIALLY_PAID", paymentStatus: "PARTLY_PAID" });
      const tooMuch = await keeper.refused("POST", "/payments", pay(invoiceId, 138.01));
      expect(tooMuch).toMatchObject({ code: "cannot_store", field: "paymentLines[0].amount" });
      expect(tooMuch["message"]).toContain("138");
      await keeper.write("POST", "/payments", pay(invoiceId, 138));
      expect(paidOf(invoiceId)).toBe(238);
      expect((await keeper.call("GET", `/invoices/${String(invoiceId)}`)).data).toMatchObject({ status: "PAID" });
    });

    test("payments on account are a line without invoiceId", async () => {
      const { invoiceId } = await invoice({ status: "OPEN", dueDate: "2036-12-31T00:00:00Z" });
      const body = pay(invoiceId, 238);
      const more = { amount: 12, paymentDate: "2026-11-05", customerId: customer };
      const stored = await keeper.write("POST", "/payments", {
        ...body,
        paymentLines: [...body.paymentLines, more],
      });
      expect(stored["paymentLines"]).toMatchObject([{ amount: 238, invoiceId }, { amount: 12 }]);
      expect(paidOf(invoiceId)).toBe(250);
      expect((await keeper.call("GET", `/invoices/${String(invoiceId)}`)).data).toMatchObject({ status: "PAID" });
    });

    test("payments of a foreign invoice are in its currency", async () => {
      const { invoiceId } = await invoice({ currency: "USD", status: "OPEN", dueDate: "2036-12-31T00:00:00Z" });
      const stored = await keeper.write("POST", "/payments", { ...pay(invoiceId, 100), currency: "USD" });
      expect(stored).toMatchObject({ currency: "USD", paymentLines: [{ amount: 100 }] });
      expect(paidOf(invoiceId)).toBe(80);
    });

    test("a refund of a credit note is negative", async () => {
      const [note] = started.sql(
        "select rowid, total_ttc from llx_facture where type = 2 and fk_statut = 1 and multicurrency_code = 'EUR'",
      );
      expect(await refundOf(keeper, note?.[0] ?? "", { paymentType: "VIR", accountId: bank })).toEqual([-20]);
      expect(paidOf(note?.[0])).toBe(-20);
      const positive = await keeper.refused("POST", "/payments", pay(note?.[0], 20));
      expect(positive).toMatchObject({ code: "cannot_store", field: "paymentLines[0].amount" });
    });

    const bill = (more: object = {}) => ({
      contactId: supplier,
      billNumber: fresh(),
      billDate: "2026-11-02T00:00:00Z",
      dueDate: "2036-12-31T00:00:00Z",
      currency: "EUR",
      lineItems: [{ description: "Papier", quantity: 2, unitAmount: 100, taxRatePercentage: 20 }],
      ...more,
    });

    test("bills: created, changed as a draft, validated, locked", async () => {
      const { id } = await keeper.write("POST", "/bills", bill());
      expect(numbers(row("total_ht, total_tva, total_ttc", "facture_fourn", id))).toEqual([200, 40, 240]);
      const changed = bill({
        contactId: customer,
        billDate: "2026-11-03T00:00:00Z",
        dueDate: "2036-11-30T00:00:00Z",
        name: "Neu",
        lineItems: [
          { description: "Papier", quantity: 1, unitAmount: 50, taxRatePercentage: 20 },
          { description: "Livre", quantity: 2, unitAmount: 10, taxRatePercentage: 5.5 },
        ],
      });
      const stored = await keeper.write("PUT", `/bills/${String(id)}`, changed);
      expect(stored).toMatchObject({ totalNetAmount: 70, totalTaxAmount: 11.1, billNumber: changed.billNumber });
      expect(row("fk_soc, datef, date_lim_reglement, libelle, ref_supplier, total_ttc", "facture_fourn", id)).toEqual([
        customer,
        "2026-11-03",
        "2036-11-30",
        "Neu",
        changed.billNumber,
        "81.10000000",
      ]);
      expect(await keeper.write("PUT", `/bills/${String(id)}`, { ...changed, status: "OPEN" })).toMatchObject({
        status: "OPEN",
      });
      const locked = { code: "document_locked" };
      expect(await keeper.refused("PUT", `/bills/${String(id)}`, changed)).toMatchObject(locked);
      expect(await keeper.refused("DELETE", `/bills/${String(id)}`)).toMatchObject(locked);
      expect(row("fk_statut, total_ttc", "facture_fourn", id)).toEqual(["1", "81.10000000"]);
    });

    test("bills in a foreign currency keep its prices when they change", async () => {
      const { id } = await keeper.write("POST", "/bills", bill({ currency: "USD" }));
      const columns = "multicurrency_total_ttc, total_ttc";
      expect(numbers(row(columns, "facture_fourn", id))).toEqual([240, 192]);
      const lineItems = [{ description: "Papier", quantity: 1, unitAmount: 125, taxRatePercentage: 0 }];
      const stored = await keeper.write("PUT", `/bills/${String(id)}`, bill({ currency: "USD", lineItems }));
      expect(stored).toMatchObject({ currency: "USD", totalGrossAmount: 125 });
      expect(numbers(row(columns, "facture_fourn", id))).toEqual([125, 100]);
    });

    test("bills: drafts are deleted, and paid ones are locked", async () => {
      const { id } = await keeper.write("POST", "/bills", bill());
      await keeper.write("DELETE", `/bills/${String(id)}`);
      expect(row("rowid", "facture_fourn", id)).toEqual([]);
      const [paid] = started.sql("select rowid from llx_facture_fourn where type = 0 and fk_statut = 2");
      expect(await keeper.refused("DELETE", `/bills/${paid?.[0]}`)).toMatchObject({ code: "document_locked" });
      expect(await keeper.refused("PUT", `/bills/${paid?.[0]}`, bill())).toMatchObject({ code: "document_locked" });
      const [credit] = started.sql("select rowid from llx_facture_fourn where type = 2 and fk_statut = 0");
      expect(await keeper.refused("DELETE", `/bills/${credit?.[0]}`)).toMatchObject({ code: "not_found" });
    });

    test("payments of bills: in full, and refused in part because Dolibarr would pay the total", async () => {
      const { id } = await keeper.write("POST", "/bills", bill({ status: "OPEN" }));
      const body = { ...pay(id, 100), documentType: "BILL" };
      expect(await keeper.refused("POST", "/payments", body)).toMatchObject({
        code: "cannot_store",
        field: "paymentLines[0].amount",
      });
      const stored = await keeper.write("POST", "/payments", { ...pay(id, 240), documentType: "BILL" });
      expect(stored).toMatchObject({ documentType: "BILL", paymentLines: [{ amount: 240, supplierId: supplier }] });
      const [paid] = started.sql(
        `select sum(amount) from llx_paiementfourn_facturefourn where fk_facturefourn = ${Number(id)}`,
      );
      expect(Number(paid?.[0])).toBe(240);
      expect((await keeper.call("GET", `/bills/${String(id)}`)).data).toMatchObject({ status: "PAID" });
    });

    test("vendor credits: created, changed, deleted, locked", async () => {
      const body = {
        contactId: supplier,
        vendorCreditNumber: fresh(),
        vendorCreditDate: "2026-11-02T00:00:00Z",
        lineItems: [{ description: "Retour", quantity: 1, unitAmount: 50, taxRatePercentage: 20 }],
      };
      const { id } = await keeper.write("POST", "/vendorCredits", body);
      expect(numbers(row("type, total_ht, total_ttc", "facture_fourn", id))).toEqual([2, -50, -60]);
      const lineItems = [{ description: "Retour", quantity: 1, unitAmount: 25, taxRatePercentage: 20 }];
      const changed = await keeper.write("PUT", `/vendorCredits/${String(id)}`, { ...body, lineItems });
      expect(changed).toMatchObject({ totalGrossAmount: 30 });
      expect(numbers(row("total_ht, total_ttc", "facture_fourn", id))).toEqual([-25, -30]);
      await keeper.write("DELETE", `/vendorCredits/${String(id)}`);
      expect(row("rowid", "facture_fourn", id)).toEqual([]);
      const open = await keeper.write("POST", "/vendorCredits", {
        ...body,
        vendorCreditNumber: fresh(),
        status: "OPEN",
      });
      const locked = { code: "document_locked" };
      const path = `/vendorCredits/${String(open["id"])}`;
      expect(await keeper.refused("DELETE", path)).toMatchObject(locked);
      expect(await keeper.refused("PUT", path, body)).toMatchObject(locked);
    });

    test("offers and sales orders, with and without an item", async () => {
      const lineItems = [
        { itemId: "2", quantity: 1, unitAmount: 62.5, taxRatePercentage: 20 },
        { description: "Libre", quantity: 2, unitAmount: 10, taxRatePercentage: 5.5 },
      ];
      const offer = await keeper.write("POST", "/offers", {
        contactId: customer,
        currency: "EUR",
        offerDate: "2026-11-02T00:00:00Z",
        addresses: [],
        status: "SENT",
        lineItems,
      });
      expect(offer).toMatchObject({ totalGrossAmount: 96.1, offerDate: "2026-11-02T00:00:00Z" });
      expect(row("total_ttc, datep, fk_statut", "propal", offer["id"])).toEqual(["96.10000000", "2026-11-02", "1"]);
      const order = await keeper.write("POST", "/salesOrders", {
        contactId: customer,
        currency: "EUR",
        orderDate: "2026-11-02T00:00:00Z",
        deliveryDate: "2027-07-01T00:00:00Z",
        status: "OPEN",
        lineItems,
      });
      expect(order).toMatchObject({ totalGrossAmount: 96.1, deliveryDate: "2027-07-01T00:00:00Z" });
      const columns = "total_ttc, date_commande, date(date_livraison), fk_statut";
      expect(row(columns, "commande", order["id"])).toEqual(["96.10000000", "2026-11-02", "2027-07-01", "1"]);
    });

    test("files of bills are stored and read back", async () => {
      const { id } = await keeper.write("POST", "/bills", bill());
      const content = Buffer.from("%PDF-1.4\n%%EOF\n");
      const form = new FormData();
      form.set("documentType", "BILL");
      form.set("resourceId", String(id));
      form.set("file", new Blob([content], { type: "application/pdf" }), `Facture été ${fresh()}.pdf`);
      const answer = await fetch(`${live.service.url}/accounting/files`, {
        method: "POST",
        headers: { "x-api-key": live.service.keys.apiKey, "x-account-key": keeper.accountKey },
        body: form,
      });
      expect(answer.status, await answer.clone().text()).toBe(201);
      const documents = await keeper.all(`/bills/${String(id)}/documents`);
      expect(documents.map((found) => found["content"])).toEqual([content.toString("base64")]);
      const { data } = await keeper.call("GET", `/bills/${String(id)}/document`);
      expect(data["content"]).toBe(content.toString("base64"));
    });

    test("an unknown contact and an unknown bank account are refused with their fields", async () => {
      const before = started.sql("select count(*), (select count(*) from llx_paiement) from llx_facture");
      const unknown = await keeper.refused("POST", "/invoices", firstExample("99999"));
      expect(unknown).toMatchObject({ code: "target_rejected", field: "contactId" });
      expect(unknown["message"]).not.toContain("llx_");
      const [open] = started.sql("select rowid from llx_facture where type = 0 and fk_statut = 1 and total_ttc > 100");
      const paymentLines = [{ invoiceId: open?.[0], amount: 1, paymentDate: "2026-11-05", accountId: "99" }];
      const payment = { documentType: "INVOICE", paymentType: "VIR", paymentLines };
      expect(await keeper.refused("POST", "/payments", payment)).toMatchObject({
        code: "target_rejected",
        field: "paymentLines[0].accountId",
      });
      expect(started.sql("select count(*), (select count(*) from llx_paiement) from llx_facture")).toEqual(before);
    });

    test("an unknown product is refused with its field", async () => {
      const lineItems = [{ ...line, itemId: "99999" }];
      const body = { contactId: customer, currency: "EUR", lineItems };
      for (const [path, day] of Object.entries({
        "/invoices": "invoiceDate",
        "/offers": "offerDate",
        "/salesOrders": "orderDate",
      })) {
        const more = path === "/offers" ? { addresses: [] } : {};
        const items = path === "/salesOrders" ? [{ itemId: "99999", quantity: 1, unitAmount: 1 }] : lineItems;
        const error = await keeper.refused("POST", path, {
          ...body,
          ...more,
          lineItems: items,
          [day]: "2026-11-02T00:00:00Z",
        });
        expect(error).toMatchObject({ code: "cannot_store", field: "lineItems[0].itemId" });
      }
    });

    test.each([
      "/index.php?mainmenu=home&leftmenu=home",
      "/user/card.php?id=2",
      "/compta/facture/list.php",
      "/api/index.php/explorer/",
    ])("signs in with the address of a page: %s", async (path) => {
      const user = await connect("KEY", `${started.url}${path}`);
      expect(await user.all("/units")).not.toEqual([]);
    });

    test("says that the module REST API is off", async () => {
      const set = (value: number) =>
        started.sql(`update llx_const set value = '${value}' where name = 'MAIN_MODULE_API'`);
      set(0);
      try {
        await expect(connect("KEY")).rejects.toThrow(/module REST API is not enabled/);
      } finally {
        set(1);
      }
    });

    test("a user with few rights gets their records, and refusals for the rest", async () => {
      const narrow = await connect("NARROW_KEY");
      expect(keeper.restrictions).toEqual([]);
      expect(narrow.restrictions.join(" ")).toMatch(/may not read products, supplier invoices, orders/);
      const all = started.sql("select count(*) from llx_facture where type <> 2");
      expect(await narrow.all("/invoices")).toHaveLength(Number(all[0]?.[0]));
      for (const path of ["/bills", "/items", "/salesOrders", "/journalEntries"])
        expect(await narrow.refused("GET", path)).toMatchObject({ code: "target_forbidden" });
      const body = { contactId: customer, invoiceDate: "2026-11-02T00:00:00Z", lineItems: [line] };
      expect(await narrow.refused("POST", "/invoices", body)).toMatchObject({ code: "target_forbidden" });
    });

    test("a user who does not see all third parties is warned that lists are not complete", async () => {
      const blind = await connect("BLIND_KEY");
      expect(blind.restrictions.join(" ")).toMatch(/may not see all third parties/);
      for (const path of ["/invoices", "/customers"]) {
        const { rows, meta } = await blind.call("GET", path);
        expect(rows).toEqual([]);
        expect(meta.warnings?.join(" ")).toMatch(/may not see all third parties/);
      }
      const { meta } = await keeper.call("GET", "/invoices");
      expect(meta.warnings?.join(" ") ?? "").not.toMatch(/third parties/);
    });

    test("ledger exports that overlap are all complete", async () => {
      const year = new Date().getUTCFullYear() - 1;
      const whole = await keeper.all("/journalEntries");
      const requests = [...Array(6).keys()].map((index) =>
        index % 2 === 0
          ? keeper.all("/journalEntries")
          : keeper.all("/journalEntries", { transactionDateFrom: `${year}-10-01` }),
      );
      const lists = await Promise.all(requests);
      const late = whole.filter((entry) => String(entry["transactionDate"]) >= `${year}-10-01`);
      for (const [index, entries] of lists.entries()) expect(entries).toEqual(index % 2 === 0 ? whole : late);
    });
  });
}
