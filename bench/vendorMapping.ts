/** Compares mapping 100 journal entries of each vendor with parsing the vendor's JSON, in this process. */

import { globSync } from "node:fs";
import type { Simulation } from "../simulators/simulation.ts";
import { type Simulator, startSimulator } from "../simulators/start.ts";
import { connectors } from "../src/connectors/index.ts";
import type { Connector, ListHandler } from "../src/contract/connector.ts";
import type { JournalEntry } from "../src/contract/records/ledger.ts";
import { type Session, type VendorReply } from "../src/contract/session.ts";
import { standInUrl } from "../src/core/session/target.ts";
import { type Bench, type Figure, median } from "./figure.ts";

const target = 1.2;
const root = new URL("../", import.meta.url);

export const vendorMapping: Bench = async () => {
  const figures: Figure[] = [];
  for (const file of globSync("simulators/*/simulation.ts", { cwd: root }).toSorted()) {
    const { simulation } = (await import(new URL(file, root).href)) as { simulation: Simulation };
    const connector = connectors.find(({ id }) => id === simulation.slug);
    const handler = connector?.operations["journalEntries.list"];
    if (connector === undefined || handler === undefined || !("list" in handler)) continue;
    const simulator = await startSimulator(simulation);
    try {
      figures.push(await figureOf(connector, handler, simulator));
    } catch (error) {
      if (!(error instanceof NotMeasured)) throw error;
    } finally {
      await simulator.close();
    }
  }
  return figures;
};

/** Vendors whose list is not JSON with a bearer token. Only the benchmark `connectors` measures them. */
class NotMeasured extends Error {}

async function figureOf(
  connector: Connector,
  handler: ListHandler<JournalEntry>,
  simulator: Simulator,
): Promise<Figure> {
  const call = { ids: {}, filters: {}, window: { page: 1, limit: 100 } };
  const recorder = openRecorder(connector, simulator, await signIn(connector, simulator));
  const { records } = await handler.list(call, recorder.session);
  const texts = recorder.texts();
  const [parse = 1, map = 0] = await measure([
    () => texts.map((text) => JSON.parse(text) as unknown),
    () => handler.list(call, recorder.replay),
  ]);
  const lines = records.reduce((sum, { journalLineItems = [] }) => sum + journalLineItems.length, 0);
  const ratio = map / parse;
  const sizes = `${records.length} entries, ${lines} lines, ${Math.round(texts.join("").length / 1024)} KB`;
  return {
    what: `mapping journal entries of ${connector.name}`,
    measured: `${ratio.toFixed(2)} × JSON.parse (${map.toFixed(2)} : ${parse.toFixed(2)} ms; ${sizes})`,
    target: `≤ ${target} ×`,
    met: ratio <= target,
    how: "vendors: the complete list handler on bodies already read; medians of 500 in one warm process, alternating with JSON.parse of the same bodies",
  };
}

/** Calls the simulator the first time, and later returns the cached response. */
function openRecorder(connector: Connector, simulator: Simulator, token: string) {
  const { url, vendor } = simulator;
  const [company] = vendor.companies;
  const scope = { company: company?.id, environment: company?.environment };
  const { path: base = "", headers: scoped = {} } = connector.scope?.(scope) ?? {};
  const recorded = new Map<string, { text: string; reply: VendorReply }>();
  const site = placed(connector.site, simulator);
  const notMeasured = () => Promise.reject(new NotMeasured("Only lists are measured."));
  const nameOf = (path: string, query: object = {}) => JSON.stringify([path, query]);
  const ask: Session["readWithHeaders"] = async (path, query = {}, headers = {}) => {
    const wanted = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const answer = await fetch(standInUrl(`${site}${base}${path}?${wanted.toString()}`, url), {
      headers: { authorization: `Bearer ${token}`, accept: "application/json", ...scoped, ...headers },
    });
    const text = await answer.text();
    if (!answer.ok) throw new NotMeasured(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
    const reply = { body: JSON.parse(text) as unknown, headers: Object.fromEntries(answer.headers) };
    recorded.set(nameOf(path, query), { text, reply });
    return { ...reply };
  };
  const again: Session["readWithHeaders"] = async (path, query) => {
    const found = recorded.get(nameOf(path, query));
    if (found === undefined) throw new Error(`${path} was not requested before.`);
    // A copy, because reading consumes it.
    return { ...found.reply };
  };
  const sessionOf = (readWithHeaders: Session["readWithHeaders"]): Session => ({
    readWithHeaders,
    readByPost: notMeasured,
    readByPostWithHeaders: notMeasured,
    readLines: notMeasured,
    download: notMeasured,
    send: notMeasured,
    memory: { get: () => undefined, set: () => {} },
    read: async (...request) => (await readWithHeaders(...request)).body,
  });
  return {
    session: sessionOf(ask),
    replay: sessionOf(again),
    texts: () => [...recorded.values()].map(({ text }) => text),
  };
}

/** A URL of the vendor for this end user. */
function placed(address: Connector["site"], { url, vendor: { access } }: Simulator): string {
  const { credentials = {} } = access;
  const siteUrl = typeof address === "string" ? address : address({ ...credentials, ownUrl: url, publicUrl: url });
  return siteUrl.replaceAll(/\{(\w+)\}/g, (_match, name: string) => credentials[name] ?? "");
}

/** Signs in as a person would, by pressing the button. */
async function signIn({ signIn: kind }: Connector, simulator: Simulator): Promise<string> {
  const { url, vendor } = simulator;
  const { access } = vendor;
  if (kind.kind !== "oauth2") return access.credentials?.["apiKey"] ?? "";
  const { clientId = "", clientSecret = "" } = access.oauthClient ?? {};
  const back = "http://127.0.0.1/back";
  const client = { client_id: clientId, redirect_uri: back, scope: kind.scopes.join(" ") };
  const post = (address: string, form: Record<string, string>) =>
    fetch(standInUrl(address, url), { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  const sent = await post(placed(kind.authorizeUrl, simulator), { ...client, response_type: "code", state: "s" });
  const code = new URL(sent.headers.get("location") ?? back).searchParams.get("code") ?? "";
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const form = { ...client, grant_type: "authorization_code", code, client_secret: clientSecret };
  const answer = await fetch(standInUrl(placed(kind.tokenUrl, simulator), url), {
    method: "POST",
    body: new URLSearchParams(form),
    headers: kind.clientAuth === "basic" ? { authorization: basic } : {},
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function measure(works: readonly (() => unknown)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let turn = 0; turn < 700; turn++)
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      await work();
      if (turn >= 200) times[index]?.push(performance.now() - start);
    }
  return times.map(median);
}
