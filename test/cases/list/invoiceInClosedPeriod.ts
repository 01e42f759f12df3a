import { idOf } from "../../../src/verify/row.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { dated, documentDay, whileClosed } from "../closing.ts";
import { expectThat, Refusal } from "../errors.ts";

export const invoiceInClosedPeriod: BusinessCase = {
  fact: "An open invoice of a day in a closed period is refused by its day, and no invoice of that day is posted",
  rules: ["W4", "W5", "W9"],
  needs: ["invoices.create"],
  needsClosing: true,
  run: async (books) => {
    const lines = [consulting(books.system.sales.standard)];
    const body = await invoiceBody(books, lines, { status: "OPEN", ...dated(books, "invoiceDate") });
    await whileClosed(books, async () => {
      const invoice = await books.create("invoices.create", body).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        const fields = (error.answer.body.errors ?? []).map(({ field }) => field);
        if (!fields.includes("invoiceDate")) throw new Refusal("invoices.create", error.answer, false);
        return undefined;
      });
      if (invoice === undefined) return;
      const { differences = [] } = books.writes.at(-1) ?? {};
      const isSaid = JSON.stringify(differences).includes('"invoiceDate"');
      expectThat(isSaid, `invoice ${idOf(invoice)} of ${books.date(documentDay)} was posted in a closed period`);
    });
  },
};
