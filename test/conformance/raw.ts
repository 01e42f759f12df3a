/** `rawData=true` is what the vendor sent, and the ledger adds up. */
import type { Exchange } from "../../simulators/start.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { parseVendorJson } from "../../src/core/outbound/parseJson.ts";
import { entryFindings, trialFindings } from "../../src/verify/ledger.ts";
import { isLines, jsonLines } from "../specs/lines.ts";
import type { Answer } from "../support/calling.ts";
import type { Row } from "../support/service.ts";
import { always, filledPlaces, isPaged, operationOf, outcome, places, whole } from "./reading.ts";
import type { Stage } from "./stage.ts";

export async function rawFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const isList = operationOf(id).kind === "list";
  const query = { ...(isList && (await always(stage, id))), ...(isPaged(id) && { limit: 5 }), rawData: "true" };
  // A document or an attachment need not be there for every record.
  for (const ids of isList ? await filledPlaces(stage, id) : await places(stage, id)) {
    const { result, exchanges } = await stage.during(() => stage.ask(id, { ids, query }));
    if (result.status !== 404) return oneFindings(stage, id, result, exchanges);
  }
  return [`${id}: with rawData=true answers 404 for every record that was tried`];
}

function oneFindings(stage: Stage, id: OperationId, result: Answer, exchanges: readonly Exchange[]): string[] {
  const isList = operationOf(id).kind === "list";
  if (result.status !== 200) return [`${id}: with rawData=true ${outcome(result)}`];
  const { data, rawData } = result.body;
  if (!stage.connector.rawData)
    return rawData === undefined ? [] : [`${id}: has rawData, but the connector says it has none`];
  if (rawData === undefined) return [`${id}: has no rawData`];
  const raws = isList ? (rawData as { records: unknown[] }).records : [rawData];
  const count = isList ? (data as unknown[]).length : 1;
  if (raws.length !== count) return [`${id}: has ${raws.length} rawData for ${count} records`];
  if (isFile(data)) return [];
  const sent = new Set(exchanges.flatMap(pieces));
  const strange = raws.findIndex((raw) => !isSent(raw, sent));
  return strange === -1
    ? []
    : [`${id}: rawData[${strange}] is not what the vendor sent: ${JSON.stringify(raws[strange]).slice(0, 200)}`];
}

/** Bytes have no JSON to compare with. */
const isFile = (data: unknown): boolean => !Array.isArray(data) && (data as Row)["base64Encoded"] === true;

/** As it came, or put together from several answers as they came. */
function isSent(raw: unknown, sent: ReadonlySet<string>): boolean {
  if (sent.has(canonical(raw))) return true;
  if (typeof raw !== "object" || raw === null) return false;
  const parts = Object.values(raw).filter((value) => typeof value === "object" && value !== null);
  // Some lists are of names only.
  const all = parts.length > 0 ? parts : Object.values(raw);
  return (
    all.length > 0 && all.every((part) => sent.has(canonical(part)) || (Array.isArray(part) && isSent(part, sent)))
  );
}

function pieces({ reply, replyHeaders }: Exchange): string[] {
  const type = String(replyHeaders["content-type"]);
  const body = isLines(type) ? jsonLines(reply) : parseVendorJson(reply, type);
  return body === undefined ? [] : branches(body).map(canonical);
}

function branches(value: unknown): unknown[] {
  // Some lists are of ids only.
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(branches)];
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

/** Debit is credit in every entry that has lines on both sides. */
export async function ledgerFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const rows = await whole(stage, id);
  return id === "trialBalance.list" ? trialFindings(rows) : entryFindings(rows).slice(0, 5);
}
