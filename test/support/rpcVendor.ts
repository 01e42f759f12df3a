/** A vendor with Tryton's JSON-RPC, for tests of single handlers: rows by model, other methods by name. */
import { Failure } from "../../src/contract/failure.ts";
import type { VendorRequest } from "../../src/contract/session.ts";
import { sessionWith } from "./vendorSession.ts";

export const decimal = (text: string) => ({ __class__: "Decimal", decimal: text });
export const day = (year: number, month: number, of: number) => ({ __class__: "date", year, month, day: of });
export const moment = (second: number, microsecond: number) => ({
  __class__: "datetime",
  year: 2026,
  month: 11,
  day: 15,
  hour: 1,
  minute: 44,
  second,
  microsecond,
});
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Has these rows of each model, and returns these results for other methods. */
export function rpcWith(replies: Readonly<Record<string, unknown>>, sent: VendorRequest[] = []) {
  const questions: RpcCall[] = [];
  const result = ({ method }: RpcCall): unknown => {
    if (method in replies) return replies[method];
    if (method === "model.ir.date.today") return day(2026, 11, 16);
    const [, model = "", verb] = /^model\.(.+)\.(search_read|search_count)$/.exec(method) ?? [];
    const rows = (replies[model] ?? []) as readonly unknown[];
    return verb === "search_count" ? rows.length : rows;
  };
  const session = sessionWith({
    company: "1",
    readByPost: async (_path, body) => {
      questions.push(body as RpcCall);
      return { id: 1, result: result(body as RpcCall) };
    },
    send: async (request) => {
      sent.push(request);
      const reply = result(request.body as RpcCall);
      if (reply instanceof Failure) throw reply;
      return { id: 1, result: reply };
    },
  });
  return { session, questions, sent };
}
