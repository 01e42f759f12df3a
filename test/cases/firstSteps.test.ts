/** The first steps of a new user at every target system: the guide's example, the minimum body of each create, a refund. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { idOf, type Row, rowsIn } from "../../src/verify/row.ts";
import type { Answer } from "../support/calling.ts";
import { paymentBody } from "./bodies.ts";
import { type Body, type Books, openBooks } from "./books.ts";
import type { Connection } from "./connection.ts";
import { Refusal, summaryOf } from "./errors.ts";
import { minimumBodies } from "./minimumBodies.ts";
import { atEverySystem } from "./run.ts";
import type { SystemFacts } from "./systems.ts";
import { vendorFacts } from "./vendors/index.ts";

interface FirstSteps {
  readonly slug: string;
  readonly example: Answer | undefined;
  readonly minimum: Readonly<Partial<Record<OperationId, Answer>>>;
  readonly refund: { readonly amounts: readonly unknown[] } | { readonly refusal: Answer } | undefined;
}

let systems: readonly FirstSteps[] = [];
beforeAll(async () => {
  systems = await atEverySystem(tryFirstSteps);
});

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/writing.md"), "utf8");
const [, exampleText = ""] = /POST "[^"]*\/accounting\/invoices"[^]*?-d '(\{[^]*?\})'\n/.exec(guide) ?? [];
const example = JSON.parse(exampleText) as Body;

async function tryFirstSteps(system: SystemFacts, connection: Connection): Promise<FirstSteps> {
  const { connector } = system;
  const books = openBooks(connection, system, vendorFacts[connector.id] ?? {});
  const offers = (id: OperationId) => connector.operations[id] !== undefined;
  const minimum: { [Id in OperationId]?: Answer } = {};
  for (const [id, bodyOf] of Object.entries(minimumBodies) as [OperationId, (books: Books) => Promise<Body>][])
    if (offers(id)) minimum[id] = await connection.ask(id, { body: await bodyOf(books) });
  return {
    slug: connector.id,
    example: offers("invoices.create")
      ? await connection.ask("invoices.create", { body: { ...example, contactId: await books.known("customer") } })
      : undefined,
    minimum,
    refund: offers("payments.create") ? await refund(books) : undefined,
  };
}

/** Pays 20 on account, and pays them back. The amounts are those of the refund, as it is read. */
async function refund(books: Books): Promise<NonNullable<FirstSteps["refund"]>> {
  const customerId = await books.known("customer");
  const payment = (amount: number) => paymentBody(books, "INVOICE", [{ customerId, amount }]);
  try {
    await books.create("payments.create", payment(20));
    const refunded = await books.create("payments.create", payment(-20));
    const read = await books.read("payments", idOf(refunded));
    return { amounts: rowsIn(read["paymentLines"]).map(({ amount }) => amount) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: error.answer };
  }
}

/** The refusal names a field, and says in a sentence what is wrong with it. */
function isClearRefusal({ status, body }: Answer): boolean {
  const errors = body.errors ?? [];
  return (
    [400, 422].includes(status) &&
    errors.length > 0 &&
    errors.every(({ field = "", message }) => field !== "" && message.length > 10)
  );
}

test("the guide's first example is an invoice of 200 + 38 = 238", () => {
  expect(example).toMatchObject({ lineItems: [{ quantity: 2, unitAmount: 100, taxRatePercentage: 19 }] });
});

test("every target system stores the guide's first example as 200 + 38 = 238, or says what to change", () => {
  const wrong = systems.flatMap(({ slug, example: answer }) => {
    if (answer === undefined || isClearRefusal(answer)) return [];
    const { sumNetAmount, totalTaxAmount, totalAmount } = (answer.body.data ?? {}) as Row;
    const isRight = answer.status === 201 && sumNetAmount === 200 && totalTaxAmount === 38 && totalAmount === 238;
    return isRight ? [] : [`${slug} ${summaryOf(answer)} ${answer.text.slice(0, 300)}`];
  });
  expect(wrong).toEqual([]);
  const stored = systems.filter(({ example: answer }) => answer?.status === 201).map(({ slug }) => slug);
  expect(stored).toEqual(expect.arrayContaining(["sandbox", "lexware-office", "weclapp"]));
});

test("the minimum body of every create is accepted, or refused by the name of a field", () => {
  const wrong = systems.flatMap(({ slug, minimum }) =>
    (Object.entries(minimum) as [OperationId, Answer][]).flatMap(([id, answer]) =>
      answer.status === operations[id].status || isClearRefusal(answer) ? [] : [`${slug} ${id} ${summaryOf(answer)}`],
    ),
  );
  expect(wrong).toEqual([]);
});

test("every create of the contract has a minimum body here", () => {
  const creates = (Object.keys(operations) as OperationId[]).filter(
    (id) => /^\w+\.create$/.test(id) && !["files.create", "passThrough.create", "bookingProposals.create"].includes(id),
  );
  expect(creates.filter((id) => minimumBodies[id] === undefined)).toEqual([]);
});

test("a refund of a customer reads as the same negative amount, or is refused by the name of a field", () => {
  const wrong = systems.flatMap(({ slug, refund: found }) => {
    if (found === undefined) return [];
    if ("refusal" in found) return isClearRefusal(found.refusal) ? [] : [`${slug} ${summaryOf(found.refusal)}`];
    return found.amounts.length === 1 && found.amounts[0] === -20 ? [] : [`${slug}: ${JSON.stringify(found.amounts)}`];
  });
  expect(wrong).toEqual([]);
  const refunding = systems.filter(({ refund: found }) => found && "amounts" in found).map(({ slug }) => slug);
  expect(refunding).toEqual(expect.arrayContaining(["sandbox", "e-conomic", "exact-online", "odoo"]));
});
