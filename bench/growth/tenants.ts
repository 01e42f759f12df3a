/** A hundred concurrent tenants: whether all get the same share, and together as much as one tenant would get. */
import { Agent, request } from "undici";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { type Bench, median } from "../figure.ts";
import { openWorkplace, type Program } from "../program.ts";
import { fillConnections, storageIn } from "./rows.ts";
import { openSmallVendor } from "./smallVendor.ts";

const count = 100;
const seconds = 2;
const rounds = 2;
const allowedShare = 0.8;
const allowedRate = 0.5;
const path = "/accounting/journalEntries?limit=5";

interface Keys {
  readonly api: string;
  readonly account: string;
}

export const tenants: Bench = async () => {
  const vendor = await openSmallVendor();
  const workplace = await openWorkplace({
    SANDBOX_ENTRIES: "1000",
    TARGET_SITE_SANDBOX_KEY: vendor.url,
    TARGET_LIMITS: "off",
  });
  const dispatcher = new Agent({ connections: count });
  try {
    const program = await workplace.start();
    const keys = await tenantsIn(workplace.folder);
    const singleTenant = keys.map(() => keys[0] ?? { api: "", account: "" });
    const load = (who: readonly Keys[], time: number) => answeredByTenant(program, who, { dispatcher, time });
    await load(keys, 2);
    const shares: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const each = await load(keys, seconds);
      const alone = await load(singleTenant, seconds);
      shares.push(Math.min(...each) / median(each));
      ratios.push(sum(each) / sum(alone));
    }
    await program.stop();
    const how = `tenants: ${count} tenants, each with one request in flight, for a list of 5, ${rounds} rounds of ${seconds} s, in turn with one tenant with ${count} in flight; medians of the rounds`;
    const figure = (what: string, found: number, { least, of }: { least: number; of: string }) => ({
      what: `${count} tenants at once: ${what}`,
      measured: `${found.toFixed(2)} ×`,
      how,
      target: `≥ ${least} × ${of} (chosen here)`,
      met: found >= least,
    });
    return [
      figure("the slowest", median(shares), { least: allowedShare, of: "the median" }),
      // Requests of one tenant share a lookup of the caller, while every tenant needs its own.
      figure("requests/s", median(ratios), { least: allowedRate, of: "one tenant's" }),
    ];
  } finally {
    await dispatcher.close();
    vendor.stop();
    await workplace.remove();
  }
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

async function tenantsIn(folder: string): Promise<Keys[]> {
  const storage = await storageIn(folder);
  const keys: Keys[] = [];
  for (let number = 1; number <= count; number++) {
    const tenantId = await createTenant(storage.database, `Tenant ${number}`);
    const { apiKey } = await createApiKey(storage.database, tenantId);
    const [connection] = await fillConnections(storage, [tenantId], 1);
    keys.push({ api: apiKey, account: connection?.accountKey ?? "" });
  }
  await storage.close();
  return keys;
}

/** The number of responses for each tenant. */
function answeredByTenant(
  { url }: Program,
  tenants: readonly Keys[],
  { dispatcher, time }: { dispatcher: Agent; time: number },
) {
  const ends = performance.now() + time * 1000;
  return Promise.all(
    tenants.map(async ({ api, account }) => {
      let answered = 0;
      for (; performance.now() < ends; answered++) {
        const answer = await request(url + path, {
          headers: { "x-api-key": api, "x-account-key": account },
          dispatcher,
        });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
      }
      return answered;
    }),
  );
}
