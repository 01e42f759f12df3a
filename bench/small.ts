/**
 * Compares small reads and a write with a proxy that does what no service with callers can omit: it looks keys up, decrypts a
 * secret, counts, and stores two rows for a write.
 */
import { type Bench, type Figure, median, quartiles } from "./figure.ts";
import { connections, loadInTurn, type Round } from "./load.ts";
import { type Compared, listOf5, oneRecord, openSide, openVendor, write } from "./sides.ts";

const rounds = 9;
/** The compiler needs thousands of small requests. */
const warmUpRequests = 5000;

export const smallReadTargets = { perSecond: 0.3, processor: 3.5 };
export const writeTargets = { perSecond: 0.45, processor: 2.4 };

export const small: Bench = async ({ seconds: usual }) => {
  const seconds = usual / 2;
  const vendor = await openVendor();
  const stops: (() => Promise<void>)[] = [vendor.close];
  try {
    const { side: kontor, close } = await openSide(vendor.url);
    stops.push(close);
    const figures: Figure[] = [];
    for (const compared of [listOf5, oneRecord, write]) {
      await vendor.prepare(compared);
      const sides = { proxy: vendor.proxy, kontor };
      const all = await loadInTurn(sides, { ...compared.request, rounds, seconds, warmUpRequests });
      figures.push(...figuresOf(compared, all, seconds));
    }
    return figures;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
};

type Rounds = readonly Readonly<Record<"proxy" | "kontor", Round>>[];

function figuresOf({ name, request: { body } }: Compared, all: Rounds, seconds: number): Figure[] {
  const targets = body === undefined ? smallReadTargets : writeTargets;
  const work =
    body === undefined
      ? "looks two keys up, decrypts a secret and writes a sample of a metric"
      : "does the same, and stores a row in PostgreSQL before the vendor is called and another after its answer";
  const how = `small, ${body === undefined ? "reads" : "a write"}: one call to a vendor that answers from memory; the proxy (Fastify and undici) parses and serialises the same bodies and ${work}; ${rounds} rounds of ${seconds.toFixed(1)} s a side in turn after ${warmUpRequests} requests, ${connections} connections, medians of the rounds' ratios, with quartiles (Kontor : proxy)`;
  interface Target {
    readonly isMet: (found: number) => boolean;
    readonly rule: string;
    readonly unit: string;
  }
  const figure = (what: string, of: keyof Round, { isMet, rule, unit }: Target): Figure => {
    const [low, found, high] = quartiles(all.map(({ proxy, kontor }) => kontor[of] / proxy[of]));
    const [ours, theirs] = (["kontor", "proxy"] as const).map((side) =>
      median(all.map((pair) => pair[side][of])).toFixed(of === "perSecond" ? 0 : 2),
    );
    return {
      what: `${name}: ${what}`,
      measured: `${found.toFixed(2)} × (${ours} : ${theirs} ${unit}; ${low.toFixed(2)} to ${high.toFixed(2)})`,
      target: rule,
      met: isMet(found),
      how,
    };
  };
  const { perSecond, processor } = targets;
  return [
    figure("requests/s", "perSecond", {
      isMet: (found) => found >= perSecond,
      rule: `≥ ${perSecond} ×`,
      unit: "per second",
    }),
    figure("CPU time per request", "processor", {
      isMet: (found) => found <= processor,
      rule: `≤ ${processor} ×`,
      unit: "ms",
    }),
  ];
}
