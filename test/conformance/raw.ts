/** `rawData=true` returns the vendor's data unchanged, and the ledger balances. */
import type { Exchange } from "../../simulators/start.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { parseVendorJson } from "../../src/core/outbound/parseJson.ts";
import { entryFindings, trialFindings } from "../../src/verify/ledger.ts";
import { xmlIn } from "../evidence/xml.ts";
import { isLines, jsonLines } from "../specs/lines.ts";
import type { Answer } from "../support/calling.ts";
import type { Row } from "../support/service.ts";
import { allRows, filledPathIds, isPaged, operationOf, outcome, pathIds, requiredQuery } from "./reading.ts";
import type { Stage } from "./stage.ts";

export async function rawFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const isList = operationOf(id).kind === "list";
  const query = { ...(isList && (await requiredQuery(stage, id))), ...(isPaged(id) && { limit: 5 }), rawData: "true" };
  // Not every record has a document or an attachment.
  for (const ids of isList ? await filledPathIds(stage, id) : await pathIds(stage, id)) {
    const { result, exchanges } = await stage.during(() => stage.ask(id, { ids, query }));
    if (result.status !== 404) return responseFindings(stage, id, result, exchanges);
  }
  return [`${id}: with rawData=true returns 404 for every record that was tried`];
}

function responseFindings(stage: Stage, id: OperationId, result: Answer, exchanges: readonly Exchange[]): string[] {
  const isList = operationOf(id).kind === "list";
  if (result.status !== 200) return [`${id}: with rawData=true ${outcome(result)}`];
  const { data, rawData } = result.body;
  if (!stage.connector.rawData)
    return rawData === undefined ? [] : [`${id}: returns rawData, although the connector declares none`];
  if (rawData === undefined) return [`${id}: returns no rawData`];
  const raws = isList ? (rawData as { records: unknown[] }).records : [rawData];
  const count = isList ? (data as unknown[]).length : 1;
  if (raws.length !== count) return [`${id}: returns ${raws.length} rawData entries for ${count} records`];
  if (isFile(data)) return [];
  const sent = new Set(exchanges.flatMap(pieces));
  const index = raws.findIndex((raw) => !isSent(raw, sent));
  return index === -1
    ? []
    : [`${id}: rawData[${index}] is not what the vendor sent: ${JSON.stringify(raws[index]).slice(0, 200)}`];
}

/** A file has no JSON to compare. */
const isFile = (data: unknown): boolean => !Array.isArray(data) && (data as Row)["base64Encoded"] === true;

/** Whether the vendor sent this value, or all its parts in several responses. */
function isSent(raw: unknown, sent: ReadonlySet<string>): boolean {
  if (sent.has(canonical(raw))) return true;
  if (typeof raw !== "object" || raw === null) return false;
  const parts = Object.values(raw).filter((value) => typeof value === "object" && value !== null);
  // Some lists contain only names.
  const values = parts.length > 0 ? parts : Object.values(raw);
  return (
    values.length > 0 &&
    values.every((value) => sent.has(canonical(value)) || (Array.isArray(value) && isSent(value, sent)))
  );
}

function pieces({ reply, replyHeaders }: Exchange): string[] {
  const type = String(replyHeaders["content-type"]);
  const body = isLines(type) ? jsonLines(reply) : (parseVendorJson(reply, type) ?? xmlIn(reply.toString()));
  return body === undefined ? [] : branches(body).map(canonical);
}

function branches(value: unknown): unknown[] {
  // Some lists contain only ids.
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(branches)];
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );

/** Debits equal credits in every entry with lines on both sides. */
export async function ledgerFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const rows = await allRows(stage, id);
  return id === "trialBalance.list" ? trialFindings(rows) : entryFindings(rows).slice(0, 5);
}
