/** A connection made from the terminal: the end user signs in with a browser, and the account key comes back here. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CannotDo, type Terminal } from "./command.ts";

export interface Connecting {
  readonly url: string;
  readonly apiKey: string;
  readonly targetSystem: string;
  readonly terminal: Pick<Terminal, "complain">;
}

/** As long as an address to connect with is good for. */
const patienceMs = 10 * 60_000;

/** Nobody but the browser that was sent here knows the way. */
export async function connectInBrowser(connecting: Connecting): Promise<string> {
  const place = `/${randomUUID()}`;
  const returned = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    response.setHeader("connection", "close").writeHead(pathname === place ? 200 : 404);
    response.end(pathname === place ? "Thank you. Go on in the terminal.\n" : "");
    if (pathname === place) returned.resolve(searchParams);
  });
  const timer = setTimeout(() => returned.reject(new CannotDo("Nobody signed in within ten minutes.")), patienceMs);
  try {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    connecting.terminal.complain(
      `Open this in a browser on this machine:\n${await begin(connecting, `http://127.0.0.1:${port}${place}`)}`,
    );
    const back = await returned.promise;
    const accountKey = back.get("accountKey");
    if (accountKey === null) throw new CannotDo(`Signing in ended without a connection: ${back.get("error") ?? ""}`);
    connecting.terminal.complain(`Connected. The connection stays; its account key is ${accountKey}`);
    return accountKey;
  } finally {
    clearTimeout(timer);
    server.close();
  }
}

async function begin({ url, apiKey, targetSystem }: Connecting, callbackUrl: string): Promise<string> {
  const query = new URLSearchParams({ callbackUrl, environmentSelection: "true" });
  const address = `${url}/auth/${encodeURIComponent(targetSystem)}?${query.toString()}`;
  const answer = await fetch(address, { headers: { "x-api-key": apiKey } }).catch((cause: unknown) => {
    throw new CannotDo(`${url} does not answer. Is the service running? npm start`, { cause });
  });
  const { data, errors = [] } = (await answer.json()) as {
    readonly data?: { readonly url: string };
    readonly errors?: readonly { readonly code: string; readonly message: string }[];
  };
  if (data !== undefined) return data.url;
  const [error] = errors;
  const hint = /callbackUrl|private/i.test(error?.message ?? "")
    ? " (start the service with ALLOW_PRIVATE_NETWORK=127.0.0.0/8)"
    : "";
  throw new CannotDo(`${targetSystem} cannot be connected: ${error?.code} ${error?.message}${hint}`);
}
