/** The processes of the list comparison: a vendor with one fixed body, a bare proxy in front of it, and Kontor. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Side } from "./load.ts";
import { openWorkplace, type Program, startNeighbour } from "./program.ts";
import { vendorPage } from "./vendorPage.ts";

export const listPath = "/accounting/journalEntries?limit=100";

export interface Vendor {
  readonly url: string;
  readonly proxy: Side;
  close(): Promise<void>;
}

/** Returns a page of the sandbox. */
export async function openVendor(): Promise<Vendor> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-bench-"));
  const body = join(folder, "page.json");
  await writeFile(body, await vendorPage());
  const vendor = await startNeighbour("vendor", [body]);
  const proxy = await startNeighbour("proxy", [vendor.url]);
  return {
    url: vendor.url,
    proxy: { ...proxy, headers: {} },
    close: async () => {
      proxy.stop();
      vendor.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface ListSide {
  readonly side: Side;
  close(): Promise<void>;
}

export async function openListSide(
  vendor: string,
  checkout?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ListSide> {
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
    headers: { "x-api-key": demo.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ apiKey: "bench", environmentName: "production", companyId: "bergblick" }),
  });
  if (answer.status !== 201) throw new Error(`Connecting returned ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { accountKey: string }).accountKey;
}
