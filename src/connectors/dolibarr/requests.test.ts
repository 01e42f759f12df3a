/** The requests that Dolibarr gets, and how it refuses. The files in evidence/ name the sources. */
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith, sessionWithReplies, writeOf } from "../../../test/support/vendorSession.ts";
import type { ListHandler, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type OperationId } from "../../contract/operations.ts";
import type { Session, VendorQuery, VendorRequest } from "../../contract/session.ts";
import { access } from "./access.ts";
import { dolibarr } from "./connector.ts";
import { refusals } from "./errors.ts";

const { list } = readsOf(dolibarr);

const queriesOf = async (id: OperationId, filters: object, more: object = {}): Promise<VendorQuery[]> => {
  const queries: VendorQuery[] = [];
  const session = sessionWith({
    readWithHeaders: async (_path, query = {}) => {
      queries.push(query);
      return { body: [], headers: {} };
    },
    read: async () => [],
  });
  const handler = dolibarr.operations[id] as unknown as ListHandler<unknown>;
  await handler.list({ ids: {}, filters, window: { page: 1, limit: 20 }, ...more }, session);
  return queries;
};

test("20, live: says at sign-in what the key's user cannot see", async () => {
  const hidden = new Failure("not_found", "No.", { targetMessage: "Access not allowed for login keeper" });
  const session = sessionWith({
    read: async (path) => {
      if (path === "/supplierinvoices") throw new Failure("target_forbidden", "No.");
      if (path.startsWith("/thirdparties/")) throw hidden;
      return [];
    },
  });
  expect(await dolibarr.restrictions?.(session)).toEqual([
    "The key's user may not read supplier invoices in Dolibarr, or their modules are not enabled.",
    expect.stringContaining("so lists lack records"),
  ]);
});

test.each([
  ["0", "ACTIVE"],
  ["1", "ARCHIVED"],
])(
  "18, live: the state of a bank account is clos, because status has the names of all states: %s",
  async (clos, status) => {
    const account = { id: "1", label: "Caisse", clos, status: ["StatusAccountOpened", "StatusAccountClosed"] };
    const session = sessionWith({
      readWithHeaders: async () => ({ body: [account], headers: {} }),
      read: async () => [],
    });
    expect((await list("bankAccounts.list", session, {})).records).toMatchObject([{ id: "1", status }]);
  },
);

describe("reading requests", () => {
  test("18 cuts a value at its first colon, so changes are filtered by day, 14 hours earlier", async () => {
    const [query] = await queriesOf("invoices.list", { lastModifiedAt: new Date("2026-01-31T08:15:00Z") });
    expect(query).toMatchObject({ sqlfilters: "(t.type:in:0,1,3,5) and (t.tms:>=:'20260130')" });
  });

  test("18, 20: characters that would end a condition become wildcards", async () => {
    const [query] = await queriesOf("customers.list", { name: "L'Érable (Nord): 100%" });
    expect(query).toMatchObject({ mode: 1, sqlfilters: "(t.nom:like:'%L_Érable _Nord__ 100_%')" });
  });

  test("20, DoliDB::order: sorts by the id last, so that pages do not overlap", async () => {
    const [query] = await queriesOf("invoices.list", {}, { order: { field: "invoiceDate", direction: "DESC" } });
    expect(query).toMatchObject({ sortfield: "t.datef,t.rowid", sortorder: "DESC,DESC", page: 0, limit: 20 });
  });

  test("20: filters overdue and partly paid documents as open ones", async () => {
    const [query] = await queriesOf("invoices.list", { status: "OVERDUE" });
    expect(query).toMatchObject({ sqlfilters: "(t.type:in:0,1,3,5) and (t.fk_statut:=:1)" });
  });

  test("21: uses the total of a list that has one", async () => {
    const body = { data: [{ id: "1" }], pagination: { total: 137, page: 0, page_count: 7, limit: 20 } };
    const session = sessionWith({
      readWithHeaders: async () => ({ body, headers: {} }),
      read: async () => [body.data[0]],
    });
    expect(await list("invoices.list", session)).toMatchObject({ records: [{ invoiceId: "1" }], total: 137 });
  });

  test("PR 27261: reads the error of version 18 for an empty list as an empty list", async () => {
    const body = { error: { code: 404, message: "Not Found: No invoice found" } };
    const session = sessionWith({ readWithHeaders: async () => ({ body, headers: {} }), read: async () => [] });
    expect(await list("invoices.list", session)).toMatchObject({ records: [], total: 0 });
  });

  test("20: reads the ledger without marking rows as exported", async () => {
    const paths: string[] = [];
    const download: Session["download"] = async (path) => {
      paths.push(path);
      return { bytes: Buffer.from("EcritureNum\r\n"), contentType: "text/plain" };
    };
    await list("trialBalance.list", sessionWith({ download }), { filters: { fiscalYearStartDate: "2026-04-01" } });
    expect(paths).toEqual([
      "/accountancy/exportdata?period=custom&date_min=2026-04-01&date_max=2027-03-31&format=1000&alreadyexport=1&notnotifiedasexport=1",
    ]);
  });
});

describe("what lists know about the installation", () => {
  const hour = 3600;
  const noon = Date.parse("2026-11-18T12:00:00Z") / 1000;
  /** PHP in Paris and the database in UTC: times of change seem to be an hour too early. */
  const early = { id: "4", type: "0", status: "1", date_creation: noon, date_modification: noon - hour };

  test("20.0.1, live: corrects times of change if the zones of PHP and the database differ", async () => {
    const session = sessionWith({
      readWithHeaders: async () => ({ body: [early], headers: {} }),
      read: async () => [early],
    });
    const filters = { lastModifiedAt: new Date(noon * 1000) };
    expect(await list("invoices.list", session, { filters })).toMatchObject({
      records: [{ invoiceId: "4", updatedDate: "2026-11-18T12:00:00Z" }],
    });
  });

  const hidden = new Failure("not_found", "No.", { targetMessage: "Forbidden: Access not allowed for login blind" });
  test.each([
    ["third parties are hidden from the user", hidden, [expect.stringContaining("may not see all third parties")]],
    ["the others were deleted", new Failure("not_found", "No."), undefined],
  ])("20.0.1, live: warns if %s", async (_when, refusal, warnings) => {
    const session = sessionWith({
      readWithHeaders: async () => ({ body: [], headers: {} }),
      read: async (path) => (/\d$/.test(path) ? Promise.reject(refusal) : [{ id: "2" }]),
    });
    expect((await list("invoices.list", session)).warnings).toEqual(warnings);
  });

  test("20.0.1, live: refuses a ledger export that does not balance, and reads one for all pages", async () => {
    const rows = (credit: string) =>
      `EcritureNum\tEcritureDate\tCompteNum\tDebit\tCredit\r\n1\t20260131\t411\t5,00\t${credit}\r\n`;
    const downloads: unknown[] = [];
    const exporting = (credit: string) =>
      sessionWith({
        download: async (path, _accept, options) => {
          downloads.push([path.split("?")[0], options]);
          return { bytes: Buffer.from(rows(credit)), contentType: "text/plain" };
        },
      });
    await expect(list("journalEntries.list", exporting("4,00"))).rejects.toMatchObject({ code: "target_bad_response" });
    downloads.length = 0;
    const session = exporting("5,00");
    const handler = dolibarr.operations["journalEntries.list"];
    if (handler === undefined || !("list" in handler)) throw new Error("Dolibarr has no list of journal entries.");
    for (const page of [1, 2, 3]) await handler.list({ ids: {}, filters: {}, window: { page, limit: 1 } }, session);
    expect(downloads).toEqual([["/accountancy/exportdata", { alone: true }]]);
  });
});

describe("refusals", () => {
  const error = (code: number, message: string, more: object = {}) => ({ error: { code, message, ...more } });

  test.each([
    ["18: an empty list", 404, "Not Found: No supplier order found", 200],
    ["20: an empty list", 404, "Not Found: Thirdparties not found", 200],
    [
      "20: no files",
      404,
      "Not Found: Search for modulepart invoice with Id 1 or Ref FA1 does not return any document.",
      200,
    ],
    ["20: no such record", 404, "Not Found: Thirdparty not found", undefined],
    ["18: no permission", 401, "Unauthorized", 403],
    ["18: no permission, with a reason", 401, "Unauthorized: Insuffisant rights", 403],
    ["18: a record of another user", 401, "Unauthorized: Access not allowed for login robot", 404],
    ["20: a record of another user, or a missing one", 403, "Forbidden: Access not allowed for login robot", 404],
    [
      "20: no key",
      401,
      "Unauthorized: Failed to login to API. No parameter 'HTTP_DOLAPIKEY' on HTTP header",
      undefined,
    ],
    ["20: a wrong key", 401, "Unauthorized: Error user not valid (not found with api key or bad status)", undefined],
    [
      "20: an id that is not a number",
      400,
      "Bad Request: Invalid value specified for `id`. Expecting integer value",
      404,
    ],
    ["20: a refused write", 500, "Internal Server Error: Error creating thirdparty", 422],
    ["20: a crash", 500, "Internal Server Error", undefined],
    ["20.0.1, live: an unknown number", 400, "Bad Request: invalid value specified for `id`", 404],
  ])("%s: %d %s", (_what, status, message, meant) => {
    expect(refusals.status?.(error(status, message), status)).toBe(meant);
  });

  test("20, RestException: the program's messages are numbered beside the message, and often repeated", () => {
    const body = error(500, "Internal Server Error: Error creating product", {
      0: "ErrorProductAlreadyExists",
      1: "ErrorProductAlreadyExists",
    });
    expect(refusals.message(body)).toBe("Internal Server Error: Error creating product: ErrorProductAlreadyExists");
  });

  test("20.0.1, live: an error of the database is a page before the reply, and only the reply is passed on", () => {
    const page = "Dolibarr has detected a technical error.<br>\n<b>Login:</b> keeper<br>\n";
    const body = `${page}${JSON.stringify(error(500, "Internal Server Error: Error creating order", { 0: "No column" }))}`;
    expect(refusals.status?.(body, 500)).toBe(422);
    expect(refusals.message(body)).toBe("Internal Server Error: Error creating order: No column");
    expect(refusals.message(page)).toBeUndefined();
  });

  test("20.0.1, live: without the module REST API, every path is a sentence with status 200", () => {
    const body =
      "Module <b>Api</b> must be enabled.<br><br>To activate modules, go on setup Area (Home->Setup->Modules).";
    expect(refusals.status?.(body, 200)).toBe(501);
    expect(refusals.message(body)).toMatch(/module REST API is not enabled/);
  });

  test.each([
    ["https://erp.example/dolibarr", "https://erp.example/dolibarr"],
    ["https://erp.example/dolibarr/index.php?mainmenu=home", "https://erp.example/dolibarr"],
    ["https://erp.example/compta/facture/card.php?id=7#top", "https://erp.example"],
    ["https://erp.example/htdocs/user/card.php", "https://erp.example/htdocs"],
    ["https://erp.example/api/index.php/explorer/", "https://erp.example"],
    ["https://erp.example/api/", "https://erp.example"],
  ])("finds the API for %s", (baseUrl, root) => {
    expect(access.site({ baseUrl, ownUrl: "", publicUrl: "" })).toBe(`${root}/api/index.php`);
  });

  test("20, api/index.php: a disabled endpoint and a blocked network reply in plain text", () => {
    const codes = refusals.codes ?? {};
    const meaning = (status: number, body: string) => {
      const code = codes[status];
      return typeof code === "function" ? code(body) : code;
    };
    expect(meaning(501, "API not found (failed to include API file)")).toBe("target_forbidden");
    expect(meaning(503, "APIs are not allowed from the IP 192.0.2.1")).toBe("target_forbidden");
    expect(meaning(503, "")).toBe("target_unavailable");
  });
});

describe("writes", () => {
  const handlerOf = (id: OperationId) => writeOf<object, object>(dolibarr, id);
  const callOf = (body: object): WriteCall<object> => ({ ids: {}, filters: {}, files: [], body, marker: "m-1" });
  const bodyOf = (id: OperationId, body: object, prepared?: unknown) =>
    handlerOf(id).request(callOf(body), prepared).body as { readonly [field: string]: unknown };

  test("20, DoliDB::idate: sends a day as a time that is on that day in every time zone", () => {
    const { date } = bodyOf("invoices.create", { contactId: "5", invoiceDate: "2026-01-31T00:00:00Z", lineItems: [] });
    for (const offset of [-10, -5, 0, 1, 5.5, 9, 13])
      expect(new Date((Number(date) + offset * 3600) * 1000).toISOString().slice(0, 10)).toBe("2026-01-31");
  });

  test("18, 20: sends prices in a named currency in a separate field, others under both names", () => {
    const lineItems = [{ quantity: 2, unitAmount: 10.5, description: "Bois" }];
    const invoice = { contactId: "5", invoiceDate: "2026-01-31T00:00:00Z", lineItems };
    expect(bodyOf("invoices.create", { ...invoice, currency: "USD" })["lines"]).toEqual([
      { qty: "2", multicurrency_subprice: "10.5", desc: "Bois", description: "Bois", product_type: 0 },
    ]);
    expect(bodyOf("invoices.create", invoice)["lines"]).toEqual([
      { qty: "2", subprice: "10.5", pu_ht: "10.5", desc: "Bois", description: "Bois", product_type: 0 },
    ]);
  });

  test("20, Facture::create: deletes and refuses a document whose currency was replaced", async () => {
    const sent: VendorRequest[] = [];
    const session = sessionWith({
      read: async () => ({ id: "12", status: "0", multicurrency_code: "EUR" }),
      send: async (request) => void sent.push(request),
    });
    const call = callOf({
      contactId: "5",
      currency: "USD",
      invoiceDate: "2026-01-31T00:00:00Z",
      lineItems: [],
      status: "OPEN",
    });
    const completing = handlerOf("invoices.create").complete?.(12, call, session);
    await expect(completing).rejects.toMatchObject({
      code: "target_rejected",
      details: { undone: true, field: "currency" },
    });
    expect(sent).toEqual([{ method: "DELETE", path: "/invoices/12" }]);
  });

  test("20: does not validate a document again, which would be a 304", async () => {
    const session = sessionWith({ read: async () => ({ id: "12", status: "1", ref: "FA2601-0001" }) });
    const call = callOf({ contactId: "5", invoiceDate: "2026-01-31T00:00:00Z", lineItems: [], status: "OPEN" });
    await expect(handlerOf("invoices.create").complete?.(12, call, session)).resolves.toBeDefined();
  });

  test.each([
    ["Größe -- Übersicht: a.pdf", "Gro_e _ Ubersicht_ a.pdf"],
    ["2026-10-16 Scan (1).pdf", "2026-10-16 Scan (1).pdf"],
    ["a -b..pdf", "a _b.pdf"],
  ])(
    "20, dol_sanitizeFileName: %s is sent as the vendor would keep it, and found by that name",
    async (fileName, storedName) => {
      const file = {
        fileName,
        contentType: "application/pdf",
        size: 3,
        open: () => Readable.from([Buffer.from("abc")]),
      };
      const call = { ...callOf({ documentType: "BILL", resourceId: "3" }), files: [file] };
      const handler = handlerOf("files.create");
      const session = sessionWithReplies({
        "/supplierinvoices/3": { id: "3", ref: "SI1" },
        "/documents": [{ name: storedName, size: 3 }],
      });
      const { body } = handler.request(call, await handler.prepare?.(call, session));
      expect(body).toMatchObject({
        filename: storedName,
        modulepart: "supplier_invoice",
        ref: "SI1",
        filecontent: "YWJj",
      });
      expect(await handler.find?.(call, session)).toBeDefined();
    },
  );

  const noModule = new Failure("target_forbidden", "No.", {
    targetMessage: "API not found (failed to include API file)",
  });
  const paying = (version: string, amount: number, currencies: Promise<unknown> = Promise.reject(noModule)) => {
    const replies: Readonly<Record<string, unknown>> = {
      "/supplierinvoices/3": { id: "3", total_ttc: "120.00000000", mode_reglement_id: "2", fk_account: "1" },
      "/supplierinvoices/3/payments": [{ amount: "20.00000000" }],
      "/status": { success: { code: 200, dolibarr_version: version } },
    };
    const paymentLines = [{ invoiceId: "3", amount, paymentDate: "2026-01-31" }];
    currencies.catch(() => undefined);
    const session = sessionWith({
      read: (path) => (path === "/multicurrencies" ? currencies : Promise.resolve(replies[path])),
    });
    return handlerOf("payments.create").prepare?.(callOf({ documentType: "BILL", paymentLines }), session);
  };

  test("18.0.5, live: refuses the parent of a project, which that version would ignore", async () => {
    const creating = (version: string) => {
      const session = sessionWith({ read: async () => ({ success: { dolibarr_version: version } }) });
      const call = callOf({ name: "Grange", number: "G-2", parentProjectId: "1" });
      return handlerOf("projects.create").prepare?.(call, session);
    };
    await expect(creating("18.0.5")).rejects.toMatchObject({
      code: "cannot_store",
      details: { field: "parentProjectId" },
    });
    await expect(creating("19.0.3")).resolves.toBeUndefined();
  });

  test("18: accepts only payments of the full amount of a bill, because that version ignores the amount", async () => {
    await expect(paying("18.0.5", 50)).rejects.toMatchObject({ details: { field: "paymentLines[0].amount" } });
    await expect(paying("18.0.5", 100)).resolves.toMatchObject({ mode: 2, account: 1 });
    await expect(paying("19.0.3", 50)).resolves.toMatchObject({ mode: 2, account: 1 });
  });

  test("20.0.1, live: with Multicurrency, accepts only payments of the total of a bill", async () => {
    const refused = { code: "cannot_store", details: { field: "paymentLines[0].amount" } };
    await expect(paying("20.0.1", 50, Promise.resolve([]))).rejects.toMatchObject(refused);
    // The rest of a bill that is paid in part would be paid as its total.
    await expect(paying("20.0.1", 100, Promise.resolve([]))).rejects.toMatchObject(refused);
  });

  test("20.0.1, live: refunds a credit note by its amount without sign, beyond what Dolibarr compares it with", () => {
    const paymentLines = [{ invoiceId: "12", amount: -100, paymentDate: "2026-01-31" }];
    const body = bodyOf("payments.create", { paymentLines }, { mode: 2, account: 1, foreign: false });
    expect(body).toMatchObject({ arrayofamounts: { 12: { amount: "100" } }, accepthigherpayment: true });
  });

  test("20.0.1, live: refuses a tax code that no product uses, because Dolibarr stores any", async () => {
    const { prepare } = handlerOf("invoices.create");
    const session = sessionWith({ read: async () => [] });
    const call = callOf({ contactId: "1", lineItems: [{ taxCode: "NOPE", taxRatePercentage: 20 }] });
    await expect(prepare?.(call, session)).rejects.toMatchObject({ details: { field: "lineItems[0].taxCode" } });
  });

  test.each(["bills.update", "bills.delete", "vendorCredits.update", "vendorCredits.delete"] as const)(
    "20.0.1, live: %s refuses validated documents, which Dolibarr's API would change",
    async (id) => {
      const type = id.startsWith("bills") ? "0" : "2";
      const session = sessionWith({ read: async () => ({ id: "3", type, status: "1" }) });
      const ids = id.startsWith("bills") ? { billId: "3" } : { vendorCreditId: "3" };
      const prepared = handlerOf(id).prepare?.({ ...callOf({}), ids }, session);
      await expect(prepared).rejects.toMatchObject({ code: "document_locked" });
    },
  );

  test("20: sends a payment with its invoice, its amount and our marker as the external reference", () => {
    const paymentLines = [{ invoiceId: "12", amount: 99.99, paymentDate: "2026-01-31" }];
    const body = bodyOf("payments.create", { paymentLines }, { mode: 2, account: 1, foreign: false });
    expect(body).toMatchObject({
      paymentid: 2,
      accountid: 1,
      closepaidinvoices: "yes",
      ref_ext: "m-1",
      arrayofamounts: { 12: { amount: "99.99", multicurrency_amount: "" } },
    });
  });

  test("20, Societe::create: requests a number for a third party without one, and sends the vendor's id of its type", () => {
    const body = bodyOf(
      "customers.create",
      { contactType: "CONTACT_PERSON", companyName: "Tilleul" },
      { typent_id: 8 },
    );
    expect(body).toMatchObject({
      name: "Tilleul",
      client: 1,
      fournisseur: 0,
      code_client: "-1",
      typent_id: 8,
      ref_ext: "m-1",
    });
  });
});
