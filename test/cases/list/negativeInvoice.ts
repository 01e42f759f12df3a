import { idOf } from "../../../src/verify/row.ts";
import { totalsOf } from "../amounts.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument, expectListed, shown } from "../documents.ts";
import { expectThat } from "../errors.ts";

export const negativeInvoice: BusinessCase = {
  fact: "An invoice of −200 net is an open negative invoice, or a credit note of 200 where the vendor makes it one",
  rules: ["A1", "A2", "A7"],
  needs: ["invoices.create", "invoices.list"],
  run: async (books) => {
    const { standard } = books.system.sales;
    const body = await invoiceBody(books, [consulting(standard, { quantity: -2 })], {
      status: "OPEN",
      dueDate: books.day(30),
    });
    const id = idOf(await books.create("invoices.create", body));
    const found = await books.find("invoices", id);
    const kind = typeof found === "number" ? "creditNotes" : "invoices";
    const other = kind === "invoices" ? "creditNotes" : "invoices";
    const document = typeof found === "number" ? await books.read("creditNotes", id) : found;
    const net = kind === "invoices" ? -200 : 200;
    const totals = { ...totalsOf([{ net, rate: standard }]), lineNets: [net] };
    expectDocument(kind, document, totals, kind);
    expectThat(document["status"] === "OPEN", `the status is ${shown(document["status"])} instead of OPEN`);
    await expectListed(books, kind, id, totals);
    if (!books.offers(`${other}.list`)) return;
    const others = await books.rows(`${other}.list`);
    expectThat(!others.some((row) => idOf(row) === id), `the document is in ${other} too`);
  },
};
