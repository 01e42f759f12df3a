/** Connects from the terminal: the user signs in with a browser, and the account key is returned here. */

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

/** The lifetime of a sign-in link. */
const patienceMs = 10 * 60_000;

/** Listens on a random path, so that only the redirected browser can call it. */
export async function connectInBrowser(connecting: Connecting): Promise<string> {
  const callbackPath = `/${randomUUID()}`;
  const returned = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    response.setHeader("connection", "close").writeHead(pathname === callbackPath ? 200 : 404);
    response.end(pathname === callbackPath ? "Done. Return to the terminal.\n" : "");
    if (pathname === callbackPath) returned.resolve(searchParams);
  });
  const timer = setTimeout(
    () => returned.reject(new CannotDo("Nobody signed in within ten minutes. Run the command again.")),
    patienceMs,
  );
  try {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    connecting.terminal.complain(
      `Open this in a browser on this machine:\n${await begin(connecting, `http://127.0.0.1:${port}${callbackPath}`)}`,
    );
    const back = await returned.promise;
    const accountKey = back.get("accountKey");
    if (accountKey === null) throw new CannotDo(`Sign-in failed: ${back.get("error") ?? ""}`);
    connecting.terminal.complain(`Connected. The connection is kept; its account key is ${accountKey}`);
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
    throw new CannotDo(`${url} does not respond. Is the service running? Start it with: npm start`, { cause });
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
  throw new CannotDo(`Could not connect ${targetSystem}: ${error?.code} ${error?.message}${hint}`);
}
