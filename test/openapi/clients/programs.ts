/** Programs of a platform, one for each generated client: create an invoice, page through the ledger, read a task's result. */

const start = `
const { KONTOR_URL: baseUrl = "", API_KEY = "", ACCOUNT_KEY = "", EXPORT_KEY = "" } = process.env;
const headers = { "X-API-KEY": API_KEY, "X-ACCOUNT-KEY": ACCOUNT_KEY };
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
const invoice = {
  invoiceDate: "2026-08-01T00:00:00Z",
  contactId: "cus-1",
  currency: "EUR",
  lineItems: [{ quantity: 2, unitAmount: 50, taxRatePercentage: 19 }],
} as const;
const entries: string[] = [];
`;

const end = `
process.stdout.write(JSON.stringify({ invoiceId: made.data.data.invoiceId, entries, status, exported }));
`;

export const programs = {
  "openapi-fetch": `
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";
${start}
const kontor = createClient<paths>({ baseUrl, headers });

const made = await kontor.POST("/accounting/invoices", { body: { ...invoice, lineItems: [...invoice.lineItems] } });
if (made.data === undefined || !("invoiceId" in made.data.data)) throw new Error(JSON.stringify(made.error));

for (let page = 1, last = 1; page <= last; page++) {
  const { data, error } = await kontor.GET("/accounting/journalEntries", { params: { query: { page, limit: 100 } } });
  if (data === undefined || "taskId" in data.data) throw new Error(JSON.stringify(error));
  entries.push(...data.data.map(({ id }) => id));
  if (data.meta !== undefined && "pagination" in data.meta) last = data.meta.pagination.totalPages ?? last;
}

const ofExport = createClient<paths>({ baseUrl, headers: { ...headers, "X-ACCOUNT-KEY": EXPORT_KEY } });
const begun = await ofExport.GET("/accounting/journalEntries", {
  params: { query: { fiscalYearStartDate: "2026-01-01" } },
});
if (begun.data === undefined || !("taskId" in begun.data.data)) throw new Error(JSON.stringify(begun.error));
const { taskId } = begun.data.data;
const read = async () => {
  const params = { path: { taskId }, query: { limit: 100 } } as const;
  const { data, error } = await ofExport.GET("/accounting/asyncTask/{taskId}", { params });
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
};
let task = await read();
for (; task.data.status === "OPEN" || task.data.status === "IN_PROGRESS"; task = await read()) await pause();
const { status } = task.data;
const exported = task.meta?.pagination?.total;
${end}`,
  "hey-api": `
import { createInvoice, getAsyncTask, getJournalEntries } from "./generated/index.js";
import { client } from "./generated/client.gen.js";
${start}
client.setConfig({ baseUrl, headers });

const made = await createInvoice({ body: { ...invoice, lineItems: [...invoice.lineItems] } });
if (made.data === undefined || !("invoiceId" in made.data.data)) throw new Error(JSON.stringify(made.error));

for (let page = 1, last = 1; page <= last; page++) {
  const { data, error } = await getJournalEntries({ query: { page, limit: 100 } });
  if (data === undefined || "taskId" in data.data) throw new Error(JSON.stringify(error));
  entries.push(...data.data.map(({ id }) => id));
  if (data.meta !== undefined && "pagination" in data.meta) last = data.meta.pagination.totalPages ?? last;
}

const ofExport = { "X-ACCOUNT-KEY": EXPORT_KEY };
const begun = await getJournalEntries({ query: { fiscalYearStartDate: "2026-01-01" }, headers: ofExport });
if (begun.data === undefined || !("taskId" in begun.data.data)) throw new Error(JSON.stringify(begun.error));
const { taskId } = begun.data.data;
const read = async () => {
  const { data, error } = await getAsyncTask({ path: { taskId }, query: { limit: 100 }, headers: ofExport });
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
};
let task = await read();
for (; task.data.status === "OPEN" || task.data.status === "IN_PROGRESS"; task = await read()) await pause();
const { status } = task.data;
const exported = task.meta?.pagination?.total;
${end}`,
};
