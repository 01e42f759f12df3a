/** The same requests with ten stored connections and with very many, which should not differ. */
import { setTimeout as pause } from "node:timers/promises";
import { listTenants } from "../../src/store/tenants.ts";
import { type Bench, type Figure, median } from "../figure.ts";
import { loadInTurn, type Round, type Side } from "../load.ts";
import { memoryOf, openWorkplace, type Program, type Workplace } from "../program.ts";
import { fillConnections, storageIn } from "./rows.ts";
import { openSmallVendor } from "./smallVendor.ts";

const rounds = 4;
const seconds = 1;
const mostCalled = 1000;
const tolerance = 0.1;
const path = "/accounting/journalEntries?limit=5";

interface Sized {
  readonly stored: number;
  readonly workplace: Workplace;
  readonly program: Program;
  readonly side: Side;
}

export const connections: Bench = async ({ scale }) => {
  const sizes = [10, 1000, Math.max(2000, Math.round(100_000 * scale))];
  const vendor = await openSmallVendor();
  const opened: Sized[] = [];
  try {
    opened.push(...(await Promise.all(sizes.map((stored) => withStored(stored, vendor.url)))));
    const sides = Object.fromEntries(opened.map(({ stored, side }) => [String(stored), side]));
    const all = await loadInTurn(sides, { path, rounds, seconds, warmUpRequests: 1500 });
    await pause(2000);
    const memory = opened.map(({ program }) => memoryOf(program.process));
    return [...figuresOf(opened, all, memory), await startFigure(opened.at(-1))];
  } finally {
    for (const { program, workplace } of opened) {
      await program.stop();
      await workplace.remove();
    }
    vendor.stop();
  }
};

async function withStored(stored: number, vendorUrl: string): Promise<Sized> {
  const workplace = await openWorkplace({
    SANDBOX_ENTRIES: "1000",
    TARGET_SITE_SANDBOX_KEY: vendorUrl,
    TARGET_LIMITS: "off",
  });
  const program = await workplace.start();
  const storage = await storageIn(workplace.folder);
  const [tenant] = await listTenants(storage.database);
  const made = await fillConnections(storage, [tenant?.id ?? ""], stored);
  await storage.close();
  const every = Math.max(1, Math.floor(made.length / mostCalled));
  // The same number of header sets for each program, because the load generator also takes time for them.
  const turns = Array.from({ length: mostCalled }, (_, turn) => ({
    "x-api-key": program.demo.apiKey,
    "x-account-key": made[(turn * every) % made.length]?.accountKey ?? "",
  }));
  const { process, url } = program;
  return { stored, workplace, program, side: { process, url, headers: turns[0] ?? {}, turns } };
}

type Rounds = readonly Readonly<Record<string, Round>>[];

function figuresOf(opened: readonly Sized[], all: Rounds, memory: readonly number[]): Figure[] {
  const [few, ...more] = opened;
  if (few === undefined) return [];
  const how = `connections: three instances with that many stored connections; requests for a list of 5 rotate through all of them, or through ${mostCalled} of them; ${rounds} rounds of ${seconds} s per instance, in turn; medians of the rounds' ratios to the instance with ${few.stored}; resident memory two seconds after the last round`;
  return more.flatMap(({ stored }, index): Figure[] => {
    const ratio = (of: keyof Round) =>
      median(all.map((round) => (round[String(stored)]?.[of] ?? 0) / (round[String(few.stored)]?.[of] ?? 1)));
    const rate = ratio("perSecond");
    const processor = ratio("processor");
    const less = memory[0] ?? 0;
    const grown = memory[index + 1] ?? 0;
    const text = (value: number) => `${value.toFixed(2)} ×`;
    return [
      {
        what: `${stored} connections stored: requests/s`,
        measured: `${text(rate)} (CPU time per request ${text(processor)})`,
        target: `≥ ${1 - tolerance} × of ${few.stored}`,
        met: rate >= 1 - tolerance,
        how,
      },
      {
        what: `${stored} connections stored: memory`,
        measured: `${text(grown / less)} (${grown.toFixed(0)} : ${less.toFixed(0)} MB)`,
        target: `≤ ${1 + tolerance} × of ${few.stored}`,
        met: grown <= less * (1 + tolerance),
        how,
      },
    ];
  });
}

async function startFigure(largest: Sized | undefined): Promise<Figure> {
  if (largest === undefined) throw new Error("No connections were stored.");
  const { stored, workplace, program } = largest;
  await program.stop();
  const began = performance.now();
  const again = await workplace.start();
  const took = (performance.now() - began) / 1000;
  await again.stop();
  return {
    what: `${stored} connections stored: start`,
    measured: `${took.toFixed(2)} s`,
    target: "≤ 3 s",
    met: took <= 3,
    how: "connections, start: bin/kontor.js with these connections, including its PostgreSQL, until the first data response",
  };
}
