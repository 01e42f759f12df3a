/**
 * A company that lives: every few seconds it writes an invoice, is paid, changes its mind or deletes something, at its own
 * writing desk, so that the books stay true. What happens depends on the seed and on how much has happened before.
 */
import { hash, type Random, random } from "./books/basics/random.ts";
import type { NativeRecord } from "./books/basics/types.ts";
import { transaction } from "./server/database.ts";
import { Refusal } from "./server/errors.ts";
import { bookingDay, type Desk, type Office, openDesk } from "./writing/context.ts";
import { change, create, remove } from "./writing/write.ts";

export interface Life {
  readonly company: string;
  readonly every_seconds: number;
  readonly seed: number;
  readonly step: number;
  readonly ends_at: Date;
}

/** Lets happen what is due in every company that lives, and tells how much that was. */
export async function live({ pool, now, committed }: Office): Promise<number> {
  const happened = await transaction(pool, async (client) => {
    await client.query("DELETE FROM sandbox.lives WHERE ends_at < now()");
    const { rows } = await client.query<Life>(
      `UPDATE sandbox.lives SET step = step + 1, due_at = now() + make_interval(secs => every_seconds)
       WHERE company IN (SELECT company FROM sandbox.lives WHERE due_at <= now() ORDER BY company FOR UPDATE SKIP LOCKED)
       RETURNING company, every_seconds, seed, step, ends_at`,
    );
    for (const { company, seed, step } of rows) {
      const desk = await openDesk(client, company, now);
      await happen(desk, { seed, step });
    }
    return rows.length;
  });
  if (happened > 0) committed?.();
  return happened;
}

type Act = (desk: Desk, chance: Random, name: string) => Promise<unknown>;

/** Ten things in turn, each with numbers of its own. What the books refuse is an invoice instead. */
async function happen(desk: Desk, { seed, step }: Pick<Life, "seed" | "step">): Promise<void> {
  const chance = random(hash(seed, step));
  const name = `life-${seed}-${step}`;
  const act = acts[(step - 1) % acts.length] ?? invoiced;
  await desk.client.query("SAVEPOINT happening");
  try {
    await act(desk, chance, name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await desk.client.query("ROLLBACK TO SAVEPOINT happening");
    await invoiced(desk, chance, name);
  }
}

async function ids(desk: Desk, collection: string, condition = "true"): Promise<string[]> {
  const { rows } = await desk.client.query<{ id: string }>(
    `SELECT id FROM sandbox.records WHERE company = $1 AND collection = $2 AND ${condition}
     ORDER BY position DESC LIMIT 50`,
    [desk.company, collection],
  );
  return rows.map(({ id }) => id);
}

/** One of the newest of these; a refusal where there is none. */
async function one(desk: Desk, chance: Random, [collection, condition]: [string, string?]): Promise<string> {
  const known = await ids(desk, collection, condition);
  if (known.length === 0) throw new Refusal("not_found", "There is nothing of the kind.");
  return chance.pick(known);
}

const lines = (chance: Random) =>
  Array.from({ length: chance.between(1, 3) }, () => ({
    name: chance.pick(["Beratung", "Wartung", "Lieferung", "Schulung", "Miete"]),
    quantity: String(chance.between(1, 9)),
    unit_amount: `${chance.between(10, 400)}.${chance.between(10, 99)}`,
    tax_rate_percentage: "19",
  }));

const invoiced: Act = async (desk, chance, name) =>
  create(desk, "invoices", {
    invoice_date: bookingDay(desk),
    contact_id: await one(desk, chance, ["customers"]),
    client_reference: name,
    line_items: lines(chance),
  });

const isOpen =
  "body->>'payment_status' = 'pending' AND body->>'currency' = 'EUR' AND body->>'client_reference' LIKE 'life-%'";

const paid: Act = async (desk, chance, name) => {
  const id = await one(desk, chance, ["invoices", isOpen]);
  const { rows } = await desk.client.query<{ body: NativeRecord }>(
    "SELECT body FROM sandbox.records WHERE company = $1 AND collection = 'invoices' AND id = $2",
    [desk.company, id],
  );
  const line = { invoice_id: id, amount: String(rows[0]?.body["total_amount"]), payment_date: bookingDay(desk) };
  await create(desk, "payments", { client_reference: name, payment_lines: [line] });
};

const changed: Act = async (desk, chance) =>
  change(desk, "invoices", await one(desk, chance, ["invoices", isOpen]), {
    verb: "PATCH",
    body: { reference: `Nachtrag ${chance.between(100, 999)}` },
  });

const billed: Act = async (desk, chance, name) =>
  create(desk, "bills", {
    bill_date: bookingDay(desk),
    contact_id: await one(desk, chance, ["suppliers"]),
    status: "draft",
    client_reference: name,
    line_items: [
      { description: "Material", quantity: "1", unit_amount: `${chance.between(5, 90)}.00`, tax_code: "VST19" },
    ],
  });

const billDropped: Act = async (desk, chance) =>
  remove(
    desk,
    "bills",
    await one(desk, chance, ["bills", "body->>'status' = 'draft' AND body->>'client_reference' LIKE 'life-%'"]),
  );

const paymentTakenBack: Act = async (desk, chance) =>
  remove(desk, "payments", await one(desk, chance, ["payments", "body->>'client_reference' LIKE 'life-%'"]));

const acts: readonly Act[] = [
  invoiced,
  invoiced,
  billed,
  changed,
  paid,
  invoiced,
  billDropped,
  invoiced,
  paid,
  paymentTakenBack,
];
