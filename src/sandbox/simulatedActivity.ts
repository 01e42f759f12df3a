/**
 * Simulated activity: every few seconds a company writes an invoice, is paid, changes or deletes something, by the same
 * rules as any other write. What happens depends on the seed and on how much has happened before.
 */
import { hash, type Random, random } from "./books/basics/random.ts";
import { transaction } from "./server/database.ts";
import { ApiError } from "./server/errors.ts";
import { bookingDay, openContext, type WriteContext, type WriteDeps } from "./writing/context.ts";
import { mustFindRecord } from "./writing/records.ts";
import { change, create, remove } from "./writing/write.ts";

export interface Activity {
  readonly company: string;
  readonly every_seconds: number;
  readonly seed: number;
  readonly step: number;
  readonly ends_at: Date;
}

/** Hardly any sandbox is active, so the usual round is one short question. */
export async function isActivityDue(pool: WriteDeps["pool"]): Promise<boolean> {
  const { rows } = await pool.query<{ isDue: boolean }>(
    `SELECT EXISTS (SELECT FROM sandbox.lives WHERE due_at <= now() OR ends_at < now()) AS "isDue"`,
  );
  return rows[0]?.isDue === true;
}

/** Performs the actions that are due, and returns in how many companies. */
export async function simulateActivity({ pool, now, committed }: WriteDeps): Promise<number> {
  const happened = await transaction(pool, async (client) => {
    await client.query("DELETE FROM sandbox.lives WHERE ends_at < now()");
    const { rows } = await client.query<Activity>(
      `UPDATE sandbox.lives SET step = step + 1, due_at = now() + make_interval(secs => every_seconds)
       WHERE company IN (SELECT company FROM sandbox.lives WHERE due_at <= now() ORDER BY company FOR UPDATE SKIP LOCKED)
       RETURNING company, every_seconds, seed, step, ends_at`,
    );
    for (const { company, seed, step } of rows) {
      const context = await openContext(client, company, now);
      await performAction(context, { seed, step });
    }
    return rows.length;
  });
  if (happened > 0) committed?.();
  return happened;
}

type Action = (context: WriteContext, chance: Random, name: string) => Promise<unknown>;

/** Ten actions in turn, with random numbers. If the books refuse one, an invoice is written instead. */
async function performAction(context: WriteContext, { seed, step }: Pick<Activity, "seed" | "step">): Promise<void> {
  const chance = random(hash(seed, step));
  const name = `life-${seed}-${step}`;
  const action = actions[(step - 1) % actions.length] ?? invoiced;
  await context.client.query("SAVEPOINT happening");
  try {
    await action(context, chance, name);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await context.client.query("ROLLBACK TO SAVEPOINT happening");
    await invoiced(context, chance, name);
  }
}

async function ids(context: WriteContext, collection: string, condition = "true"): Promise<string[]> {
  const { rows } = await context.client.query<{ id: string }>(
    `SELECT id FROM sandbox.records WHERE company = $1 AND collection = $2 AND ${condition}
     ORDER BY position DESC LIMIT 50`,
    [context.company, collection],
  );
  return rows.map(({ id }) => id);
}

/** The id of one of the newest records. Throws if there is none. */
async function pickNewest(
  context: WriteContext,
  chance: Random,
  [collection, condition]: [string, string?],
): Promise<string> {
  const known = await ids(context, collection, condition);
  if (known.length === 0) throw new ApiError("not_found", "There is no such record.");
  return chance.pick(known);
}

const lines = (chance: Random) =>
  Array.from({ length: chance.between(1, 3) }, () => ({
    name: chance.pick(["Beratung", "Wartung", "Lieferung", "Schulung", "Miete"]),
    quantity: String(chance.between(1, 9)),
    unit_amount: `${chance.between(10, 400)}.${chance.between(10, 99)}`,
    tax_rate_percentage: "19",
  }));

const invoiced: Action = async (context, chance, name) =>
  create(context, "invoices", {
    invoice_date: bookingDay(context),
    contact_id: await pickNewest(context, chance, ["customers"]),
    client_reference: name,
    line_items: lines(chance),
  });

const isOpen =
  "body->>'payment_status' = 'pending' AND body->>'currency' = 'EUR' AND body->>'client_reference' LIKE 'life-%'";

const paid: Action = async (context, chance, name) => {
  const id = await pickNewest(context, chance, ["invoices", isOpen]);
  const { total_amount: amount } = await mustFindRecord(context, "invoices", id);
  const line = { invoice_id: id, amount, payment_date: bookingDay(context) };
  await create(context, "payments", { client_reference: name, payment_lines: [line] });
};

const changed: Action = async (context, chance) =>
  change(context, "invoices", await pickNewest(context, chance, ["invoices", isOpen]), {
    verb: "PATCH",
    body: { reference: `Nachtrag ${chance.between(100, 999)}` },
  });

const billed: Action = async (context, chance, name) =>
  create(context, "bills", {
    bill_date: bookingDay(context),
    contact_id: await pickNewest(context, chance, ["suppliers"]),
    status: "draft",
    client_reference: name,
    line_items: [
      { description: "Material", quantity: "1", unit_amount: `${chance.between(5, 90)}.00`, tax_code: "VST19" },
    ],
  });

const billDeleted: Action = async (context, chance) =>
  remove(
    context,
    "bills",
    await pickNewest(context, chance, [
      "bills",
      "body->>'status' = 'draft' AND body->>'client_reference' LIKE 'life-%'",
    ]),
  );

const paymentDeleted: Action = async (context, chance) =>
  remove(
    context,
    "payments",
    await pickNewest(context, chance, ["payments", "body->>'client_reference' LIKE 'life-%'"]),
  );

const actions = [invoiced, invoiced, billed, changed, paid, invoiced, billDeleted, invoiced, paid, paymentDeleted];
