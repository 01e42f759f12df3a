/** Documents that are drafts first and can be posted: invoices, bills and vendor credits. */
import type { WriteHandler } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import type { Encoder, FieldEncoder } from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import type { ResourceWrite } from "../../kit/writing.ts";
import {
  act,
  below,
  discard,
  entitySet,
  key,
  matching,
  orDiscard,
  readValues,
  type SetDescription,
} from "./conventions.ts";
import { statuses } from "./fields.ts";
import { fitTaxCodes, type TaxedLine } from "./taxCodes.ts";
import type { Document, Entity, Line } from "./types.ts";

/** New documents are drafts. Posting opens them; cancelling a posted document creates a reversing document. */
export const actions: Readonly<Record<string, "post" | "cancel">> = { OPEN: "post", VOIDED: "cancel" };

export function hasStatus(desired: string | undefined, document: Document): boolean {
  const status = statuses.toContract(document.status);
  if (desired === "OPEN") return status !== "DRAFT" && status !== "SUBMITTED";
  return desired !== "VOIDED" || status === "VOIDED";
}

/** The status cannot be written as a field: actions change it afterwards. */
export const statusOf =
  (...possible: readonly string[]): FieldEncoder<string> =>
  (status, _input, field) => {
    if (possible.includes(status)) return {};
    throw cannotStore(`${field} has to be one of ${possible.join(", ")}, not ${status}.`, field);
  };

interface WithStatus {
  readonly status?: string;
}

export interface SoldLine extends TaxedLine {
  readonly accountCode?: string;
  readonly accountId?: string;
  readonly accountNumber?: string | number;
  readonly itemId?: string;
  readonly quantity?: number;
}
interface WithLines {
  readonly lineItems?: readonly SoldLine[];
}

/** A line without an item or account is a comment at the vendor, and its amount would be lost. */
function checkLine({ accountCode, accountId, accountNumber, itemId, quantity }: SoldLine, at: string): void {
  const hasReference = [accountCode, accountId, accountNumber, itemId].some((reference) => reference !== undefined);
  if (hasReference || !quantity) return;
  throw cannotStore(
    `Every line needs an item or an account. Send ${at}.itemId or ${at}.accountId; GET /accounting/accounts lists the accounts.`,
    `${at}.accountId`,
  );
}
function checkLines(lines: readonly SoldLine[] = []): void {
  for (const [index, line] of lines.entries()) checkLine(line, `lineItems[${index}]`);
}

const draftStates: readonly (string | undefined)[] = ["DRAFT", "SUBMITTED"];

/** Posted documents keep everything but their status, which actions change. Returns the document. */
function checkDraft(found: unknown, body?: WithStatus): Document & Entity {
  const document = found as Document & Entity;
  const status = statuses.toContract(document.status);
  const { status: desired, ...changes } = body ?? {};
  const isStatusOnly = desired !== undefined && Object.keys(changes).length === 0;
  if (draftStates.includes(status) || isStatusOnly) return document;
  const [field] = Object.keys(changes);
  throw new Failure(
    "document_locked",
    `This document is posted, so it cannot be ${body === undefined ? "deleted" : "changed"}. Correct it in Business Central, or create a credit memo.`,
    { ...(field !== undefined && { field }), targetSystem: "businesscentral" },
  );
}

/** Lines cannot be changed together with their document, so the draft's lines are replaced one by one. */
async function replaceLines(
  session: Session,
  path: string,
  lines: readonly SoldLine[],
  encode: Encoder<SoldLine>,
): Promise<void> {
  for (const line of await readValues<Line>(session, path))
    await session.send({ method: "DELETE", path: `${path}${key(line.id)}`, headers: matching(line) });
  for (const line of lines) await session.send({ method: "POST", path, body: encode(line, "lineItems") });
  await fitTaxCodes(session, path, lines);
}

/** Runs the action for the desired status, unless an earlier attempt did. */
async function applyStatus(session: Session, path: string, { status = "" }: WithStatus): Promise<void> {
  const action = actions[status];
  if (action !== undefined && !hasStatus(status, (await session.read(path, { $select: "status" })) as Document))
    await act(session, path, action);
}

interface DocumentDescription<Record, Native> extends Omit<SetDescription<Record, Native>, "expand"> {
  /** The set of its lines, which are read with their dimensions. */
  readonly lines: string;
}
/** Documents that can be posted. */
export function documentSet<Record, Native extends Entity>(
  path: string,
  { lines, ...description }: DocumentDescription<Record, Native>,
) {
  const set = entitySet(path, { ...description, expand: `${lines}($expand=dimensionSetLines)` });

  return {
    ...set,
    linesAs: <Part>(map: Mapping<Part, Line>) =>
      set.below(lines, { id: "lineItemId", map, expand: "dimensionSetLines" }),
    create: <Input extends WithStatus & WithLines>(encoder: Encoder<Input>): WriteHandler<Input, Record> => ({
      ...set.create<Input>({
        encoder,
        prepare: async ({ body }) => checkLines(body.lineItems),
        afterwards: ({ id }, { body }, session) => {
          const at = `${path}${key(id)}`;
          return orDiscard(session, at, async () => {
            await fitTaxCodes(session, `${at}/${lines}`, body.lineItems ?? []);
            await applyStatus(session, at, body);
          });
        },
        undo: (id, session) => discard(session, `${path}${key(id)}`),
        rules: [draftRule, priceRule, taxRule],
      }),
      requires: ["contactId"],
    }),
    change: <Input extends WithStatus & WithLines>(
      change: ResourceWrite<Input, Record, Native>,
      newLine?: Encoder<SoldLine>,
    ): WriteHandler<Input, Record> =>
      set.change<Input>({
        ...change,
        prepare: async (call, session) => {
          checkLines(call.body.lineItems);
          return checkDraft(await session.read(set.at(call)), call.body);
        },
        afterwards: async (_native, call, session) => {
          const { lineItems } = call.body;
          if (newLine !== undefined && lineItems !== undefined)
            await replaceLines(session, below(set.at, lines)(call), lineItems, newLine);
          await applyStatus(session, set.at(call), call.body);
        },
      }),
    /** Only drafts can be deleted. */
    remove: () =>
      set.remove({
        prepare: async (call, session) => checkDraft(await session.read(set.at(call), { $select: "id,status" })),
      }),
  };
}

const taxRule =
  "taxRatePercentage is resolved by trying the tax codes on the draft's lines: the percentage depends on the contact, too.";
const draftRule =
  "The document is stored as a draft. With status OPEN it is posted immediately and can no longer be changed.";
export const priceRule =
  "Whether unit amounts include tax depends on the settings of the customer or supplier in Business Central.";
