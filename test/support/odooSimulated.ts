/** A session with the simulated Odoo of a version, without the service. */
import { onTestFinished } from "vitest";
import { simulationOf } from "../../simulators/odoo/simulation.ts";
import { startSimulator } from "../../simulators/start.ts";
import { odoo } from "../../src/connectors/odoo/connector.ts";
import { refusals } from "../../src/connectors/odoo/errors.ts";
import { Failure } from "../../src/contract/failure.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import type { Session, UploadedFile } from "../../src/contract/session.ts";
import type { Row } from "./service.ts";
import { sessionWith, writeOf } from "./vendorSession.ts";

export async function odooOf(version: number): Promise<Session> {
  const simulator = await startSimulator(simulationOf(version));
  onTestFinished(() => simulator.close());
  const { baseUrl = "", ...credentials } = simulator.vendor.access.credentials as Record<string, string>;
  const site = `${simulator.url}/${new URL(baseUrl).host}`;
  const headers = { "content-type": "application/json", authorization: `bearer ${credentials["apiKey"]}` };
  const post = async (path: string, content: unknown): Promise<unknown> => {
    const body = JSON.stringify(content).replaceAll(/"\{(\w+)\}"/g, (_, name: string) =>
      JSON.stringify(credentials[name]),
    );
    const answer = await fetch(`${site}${path}`, { method: "POST", body, headers });
    const reply: unknown = await answer.json();
    const status = refusals.status?.(reply, answer.status) ?? answer.status;
    if (status >= 400) throw new Failure("target_rejected", `${status}: ${refusals.message(reply)}`);
    return reply;
  };
  return sessionWith({
    company: "1",
    readByPost: post,
    send: ({ path, body }) => post(path, body),
    download: async (path) => {
      const answer = await fetch(`${site}${path}`, { redirect: "manual" });
      if (answer.status >= 300) throw new Failure("target_bad_response", `${answer.status}: ${path}`);
      const contentType = answer.headers.get("content-type") ?? "";
      return { bytes: Buffer.from(await answer.arrayBuffer()), contentType };
    },
  });
}

interface WriteOptions {
  readonly ids?: Readonly<Record<string, string>>;
  readonly files?: readonly UploadedFile[];
  readonly marker?: string;
}

/** Runs a write with all its steps. */
export async function write(session: Session, id: OperationId, body: object, options: WriteOptions = {}): Promise<Row> {
  const handler = writeOf<object, Row>(odoo, id);
  const call = { ids: {}, files: [], marker: "m-1", ...options, body, filters: {} };
  const reply = await session.send(handler.request(call, await handler.prepare?.(call, session)));
  return handler.answer((await handler.complete?.(reply, call, session)) ?? reply, call).record;
}
