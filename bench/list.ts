/** Compares a list through Kontor with a bare proxy that parses and serialises the same vendor body, and measures the log. */
import { type Bench, type Figure, median, quartiles } from "./figure.ts";
import { connections, loadInTurn, type Round, type Side } from "./load.ts";
import { listOf100, openSide, openVendor } from "./sides.ts";

/** Many short rounds, because other work on the machine comes in bursts and a median of many rounds ignores them. */
const rounds = 9;

export const list: Bench = async ({ seconds: usual }) => {
  const seconds = usual / 3;
  const vendor = await openVendor();
  const stops: (() => Promise<void>)[] = [vendor.close];
  try {
    const open = async (settings: Readonly<Record<string, string>>) => {
      const { side, close } = await openSide(vendor.url, undefined, settings);
      stops.push(close);
      return side;
    };
    const [kontor, unlogged] = await Promise.all([open({}), open({ REQUEST_LOG_DAYS: "0" })]);
    const sides = { proxy: vendor.proxy, kontor, unlogged };
    const all = await loadInTurn(sides, { ...listOf100.request, rounds, seconds, warmUpRequests: 600 });
    return [...compared(all, seconds), await overDirect(sides, vendor.url), logFigure(all, seconds)];
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
};

type Rounds = readonly Readonly<Record<"proxy" | "kontor" | "unlogged", Round>>[];

function compared(all: Rounds, seconds: number): readonly Figure[] {
  const ratio = (of: keyof Round) => median(all.map(({ proxy, kontor }) => kontor[of] / proxy[of]));
  const each = (of: keyof Round, digits: number) =>
    (["kontor", "proxy"] as const).map((side) => median(all.map((pair) => pair[side][of])).toFixed(digits));
  const how = `list: 100 journal entries, bin/kontor.js start with an API-key connection, keys, limits, decryption and logging to a file on, against Fastify + undici; the vendor is a third process with one fixed body; ${rounds} rounds of ${seconds.toFixed(1)} s a side in turn, ${connections} connections, medians of the rounds' ratios (Kontor : proxy)`;
  const figure = (what: string, of: keyof Round, rule: { most?: number; least?: number; unit: string }): Figure => {
    const found = ratio(of);
    const [ours, theirs] = each(of, of === "perSecond" ? 0 : 2);
    return {
      what,
      measured: `${found.toFixed(2)} × (${ours} : ${theirs} ${rule.unit})`,
      target: rule.least === undefined ? `≤ ${rule.most} ×` : `≥ ${rule.least} ×`,
      met: rule.least === undefined ? found <= (rule.most ?? 0) : found >= rule.least,
      how,
    };
  };
  return [
    figure("list: requests/s", "perSecond", { least: 0.9, unit: "per second" }),
    figure("list: CPU time per request", "processor", { most: 1.15, unit: "ms" }),
    figure("list: 99th percentile", "slowest", { most: 1.5, unit: "ms" }),
  ];
}

const allowedForLog = 1.03;

/** The cost of the request log. */
function logFigure(all: Rounds, seconds: number): Figure {
  const ratios = all.map(({ kontor, unlogged }) => kontor.processor / unlogged.processor);
  const [low, , high] = quartiles(ratios).map((value) => value.toFixed(3));
  const each = (["kontor", "unlogged"] as const).map((side) =>
    median(all.map((round) => round[side].processor)).toFixed(2),
  );
  return {
    what: "request log: CPU time per request",
    measured: `${median(ratios).toFixed(3)} × (${each.join(" : ")} ms; quartiles ${low} to ${high})`,
    target: `≤ ${allowedForLog} ×`,
    met: median(ratios) <= allowedForLog,
    how: `request log: the same list with REQUEST_LOG_DAYS=0, another program of this checkout, in the same ${rounds} rounds of ${seconds.toFixed(1)} s; median of the rounds' ratios`,
  };
}

const asks = 300;
const allowedMs = 1.5;

/** The additional latency compared with a direct call to the vendor, also for the bare proxy. */
async function overDirect(
  { kontor, proxy }: Readonly<Record<"kontor" | "proxy", Side>>,
  vendor: string,
): Promise<Figure> {
  const times: Record<"direct" | "proxy" | "kontor", number>[] = [];
  for (let turn = 0; turn < asks; turn++)
    times.push({
      direct: await timeOf(vendor, {}),
      proxy: await timeOf(proxy.url + listOf100.request.path, proxy.headers),
      kontor: await timeOf(kontor.url + listOf100.request.path, kontor.headers),
    });
  const middle = (of: "direct" | "proxy" | "kontor"): number => median(times.map((round) => round[of]));
  const over = middle("kontor") - middle("direct");
  const each = (["kontor", "proxy", "direct"] as const).map((side) => middle(side).toFixed(2));
  return {
    what: "list: over a direct call, one connection",
    measured: `+ ${over.toFixed(2)} ms (${each.join(" : ")} ms)`,
    target: `≤ + ${allowedMs} ms`,
    met: over <= allowedMs,
    how: `list, one connection: medians of ${asks} requests to Kontor, to the proxy and to the vendor in turn, one after the other, until the last byte (Kontor : proxy : vendor)`,
  };
}

async function timeOf(url: string, headers: Side["headers"]): Promise<number> {
  const start = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return performance.now() - start;
}
