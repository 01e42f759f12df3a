/** Calls and bodies that the tests of writes share. */
import type { Native, TestSandbox } from "./sandbox.ts";

export const invoice = {
  invoice_date: "2026-06-01",
  due_date: "2026-07-01",
  contact_id: "cus-1",
  line_items: [
    { name: "Beratung", quantity: "2", unit_amount: "100.00", tax_rate_percentage: "19" },
    { item_id: "item-1", quantity: "1.5" },
  ],
};

export const bill = {
  bill_date: "2026-06-02",
  due_date: "2026-06-30",
  contact_id: "sup-1",
  line_items: [{ description: "Papier", quantity: "3", unit_amount: "10", tax_code: "VST19", account_id: "acc-4930" }],
};

/** Calls to a sandbox that opens later. */
export const callsOn = (sandbox: () => TestSandbox) => ({
  written: async (method: "POST" | "PUT" | "PATCH", path: string, body: object): Promise<Native> => {
    const answer = await sandbox().write(method, path, body);
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.json() as Native;
  },
  refused: async (...call: Parameters<TestSandbox["write"]>) => {
    const { status, json } = await sandbox().write(...call);
    return { status, ...(json() as { error: { code: string; message: string; field?: string } }).error };
  },
  record: async (path: string) =>
    (await sandbox().ask(`/environments/production/companies/bergblick/${path}`)).json() as Native,
});
