/** The processes of a comparison: a vendor that answers from one file, a proxy in front of it, and Kontor. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOwnDatabase } from "../src/store/postgres/ownDatabase.ts";
import type { Request, Side } from "./load.ts";
import { openWorkplace, type Program, startNeighbour } from "./program.ts";
import type { ReplayedRequest, ReplayPlan } from "./replayPlan.ts";
import { vendorPage } from "./vendorPage.ts";

/** What a comparison asks of Kontor, and what the proxy does for the same. */
export interface Compared {
  readonly name: string;
  readonly request: Request;
  readonly calls: readonly ReplayedRequest[];
  readonly work: ReplayPlan["work"];
}

const companyName = "Bench";
const customer = { contactType: "COMPANY", companyName };
const asJson = { "content-type": "application/json" };

export const listOf100: Compared = {
  name: "list",
  request: { path: "/accounting/journalEntries?limit=100" },
  calls: [{ path: "/journal-entries?page=1&page_size=100" }],
  work: "bare",
};
export const listOf5: Compared = {
  name: "list of 5",
  request: { path: "/accounting/journalEntries?limit=5" },
  calls: [{ path: "/journal-entries?page=1&page_size=5" }],
  work: "small",
};
export const oneRecord: Compared = {
  name: "one record",
  request: { path: "/accounting/journalEntries/entry-1" },
  calls: [{ path: "/journal-entries/entry-1" }],
  work: "small",
};
export const write: Compared = {
  name: "a write",
  request: { path: "/accounting/customers", body: JSON.stringify(customer) },
  calls: [
    {
      path: "/customers",
      method: "POST",
      headers: asJson,
      body: JSON.stringify({ contact_type: "company", company_name: companyName }),
    },
  ],
  work: "small",
};

export interface Vendor {
  readonly url: string;
  readonly proxy: Side;
  /** Makes the proxy do what Kontor is asked for. */
  prepare(compared: Compared): Promise<void>;
  close(): Promise<void>;
}

/** Returns records of the sandbox. */
export async function openVendor(): Promise<Vendor> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-bench-"));
  const stops: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const stop of stops.toReversed()) await stop();
  };
  try {
    const body = join(folder, "page.json");
    await writeFile(body, await vendorPage());
    const vendor = await startNeighbour("vendor", [body]);
    stops.push(vendor.stop);
    const { proxy, stop } = await openProxy(vendor.url);
    stops.push(stop);
    const prepare = ({ calls, work }: Compared) =>
      configureProxy(proxy.url, { vendor: vendor.url, requests: calls, work });
    return { url: vendor.url, proxy, prepare, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The proxy, with a database of its own for its rows. */
export async function openProxy(vendor: string): Promise<{ readonly proxy: Side; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-bench-"));
  const database = await openOwnDatabase({ folder: join(folder, "postgres"), serves: true });
  const proxy = await startNeighbour("proxy", [vendor, database.url]);
  const stop = async (): Promise<void> => {
    proxy.stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { proxy: { ...proxy, headers: { "x-api-key": "bench", "x-account-key": "bench" } }, stop };
}

export async function configureProxy(url: string, plan: ReplayPlan): Promise<void> {
  const { ok } = await fetch(`${url}/replay-plan`, { method: "POST", headers: asJson, body: JSON.stringify(plan) });
  if (!ok) throw new Error("The proxy refused its list of requests.");
}

export interface OpenedSide {
  readonly side: Side;
  close(): Promise<void>;
}

export async function openSide(
  vendor: string,
  checkout?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<OpenedSide> {
  const workplace = await openWorkplace(
    { SANDBOX_ENTRIES: "1000", TARGET_SITE_SANDBOX_KEY: vendor, ...settings },
    checkout,
  );
  try {
    const program = await workplace.start();
    const headers = { "x-api-key": program.demo.apiKey, "x-account-key": await connectAsCaller(program) };
    const close = async () => {
      await program.stop();
      await workplace.remove();
    };
    return { side: { process: program.process, url: program.url, headers }, close };
  } catch (error) {
    await workplace.remove();
    throw error;
  }
}

/** Connects an end user with an API key through the public API. */
async function connectAsCaller({ url, demo }: Program): Promise<string> {
  const answer = await fetch(`${url}/auth/accounts/sandbox-key`, {
    method: "POST",
    headers: { "x-api-key": demo.apiKey, ...asJson },
    body: JSON.stringify({ apiKey: "bench", environmentName: "production", companyId: "bergblick" }),
  });
  if (answer.status !== 201) throw new Error(`Connecting returned ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { accountKey: string }).accountKey;
}
