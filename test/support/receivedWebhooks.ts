/** A platform that subscribes to a running service and collects its deliveries. */
import { once } from "node:events";
import type { Connection } from "../../src/store/connections.ts";
import { type Loopback, serveHttp } from "./loopback.ts";
import { hmac, makeCall, type Reply, type Request } from "./platform.ts";
import type { Service } from "./service.ts";

export interface ReceivedWebhook {
  readonly eventType: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly filterDate: string;
}

export interface Listener {
  readonly connectionId: string;
  readonly accountKey: string;
  call(method: string, path: string, request?: Request): Promise<Reply>;
  subscribe(options?: object): Promise<string>;
  /** The events with a valid signature, in order of arrival. */
  readonly received: ReceivedWebhook[];
  /** Whether each body was a list. */
  readonly lists: boolean[];
  readonly unsigned: number;
  close(): Promise<void>;
}

export async function listenTo(
  service: Service,
  targetSystem: string,
  company = "bergblick",
  slowMs = 0,
): Promise<Listener> {
  const accountKey = await service.connect(targetSystem, { environment: "production", company });
  const asTenant = makeCall(service.url, service.keys.apiKey);
  const call: Listener["call"] = (method, path, request) => asTenant(method, path, { accountKey, ...request });
  const secrets = new Map<string, string>();
  const received: ReceivedWebhook[] = [];
  const lists: boolean[] = [];
  let unsigned = 0;
  const server: Loopback = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(request, "end");
    const body = Buffer.concat(chunks);
    const secret = secrets.get(String(request.headers["x-service-subscription"])) ?? "";
    if (hmac(secret, body) === request.headers["x-service-signature"]) {
      const events = JSON.parse(body.toString("utf8")) as ReceivedWebhook | ReceivedWebhook[];
      lists.push(Array.isArray(events));
      received.push(...[events].flat());
    } else unsigned++;
    setTimeout(() => response.end(), slowMs);
  });
  const { rows } = await service.storage.database.query<Pick<Connection, "id">>(
    "SELECT id FROM connections ORDER BY created_at DESC, id DESC LIMIT 1",
  );
  return {
    connectionId: rows[0]?.id ?? "",
    accountKey,
    call,
    received,
    lists,
    get unsigned() {
      return unsigned;
    },
    subscribe: async (options = {}) => {
      const { status, data, text } = await call("POST", "/webhooks", { body: { callbackUrl: server.url, ...options } });
      if (status !== 201) throw new Error(`POST /webhooks returned ${status}: ${text}`);
      secrets.set(data["id"] ?? "", data["secret"] ?? "");
      return data["id"] ?? "";
    },
    close: () => server.close(),
  };
}
