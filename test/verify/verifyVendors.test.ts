/** `kontor verify` on vendors' simulators, in `npm run test:faults` on all of them: all is well, a recording is harmless, and replaying it finds the same. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { simulationOf, simulatorSlugs } from "../../simulators/settings.ts";
import type { Exchange } from "../../simulators/start.ts";
import { connectors } from "../../src/connectors/index.ts";
import { type Recording, record, replay } from "../../src/verify/recording.ts";
import { openRedaction } from "../../src/verify/redact.ts";
import type { Report } from "../../src/verify/report.ts";
import { verify } from "../../src/verify/verify.ts";
import type { Facts } from "../conformance/facts.ts";
import { offeredOperations } from "../conformance/reading.ts";
import { openStages, type Stage, type Stages } from "../conformance/stage.ts";
import { inTurn } from "../faults/scale.ts";
import { isLines, jsonLines } from "../specs/lines.ts";
import { askOf, clockOf, failsOf } from "../support/verifying.ts";

const slugs = inTurn(simulatorSlugs(), 0, 4);

/** One service for all: opening one takes as long as many calls. */
let stages: Stages;
const factsOf = new Map<string, Facts>();
beforeAll(async () => {
  for (const slug of slugs) {
    const connector = connectors.find(({ id }) => id === slug);
    if (connector === undefined) throw new Error("There is no such connector.");
    factsOf.set(slug, { connector, simulation: await simulationOf(slug) });
  }
  stages = await openStages([...factsOf.values()], { isWatched: false });
});
afterAll(() => stages.close());

describe.each(slugs)("on the simulator of %s", (slug) => {
  let stage: Stage;
  let kept: Recording;
  let report: Report;
  beforeAll(async () => {
    const facts = factsOf.get(slug);
    if (facts === undefined) throw new Error("It has no stage.");
    stage = await stages.open(facts);
    kept = record(askOf(stage), openRedaction("salt"));
    report = await verify({ ask: kept.ask, clock: clockOf(stage) });
  }, 240_000);

  test("everything is in order, and nothing was changed", () => {
    expect(failsOf(report)).toEqual([]);
    expect(report).toMatchObject({ targetSystem: slug, isProven: true, isReplay: false });
    expect(report.lists.length).toBeGreaterThan(Math.min(15, offeredOperations(stage.facts, "list").length - 1));
    const { isReading: reads = () => false, isSignIn = () => false } = stage.facts.simulation;
    const changing = stage.exchanges().filter(({ method, host, path, body }) => {
      const sent = { url: `/${host}${path}`, body };
      return method !== "GET" && !isReading(path) && !reads(sent) && !isSignIn(sent);
    });
    expect(changing).toEqual([]);
  });

  test("a recording holds no name, mail, address or number of an account, and no secret", () => {
    const texts = textsIn(kept.recorded);
    const all = [...texts].join("\n");
    // Pages are read many times, and most replies are the same again.
    const replies = new Map(stage.exchanges().map((exchange) => [exchange.reply.toString(), exchange]));
    const said = saidIn([...replies.values()].map(valueOf));
    const { isNumber = () => false } = stage.facts.simulation;
    const planted = [...said.personal].filter((one) => !said.words.has(one) && !isNumber(one));
    expect(planted.length).toBeGreaterThan(Math.min(200, 10 * offeredOperations(stage.facts, "list").length));
    expect(planted.filter((value) => texts.has(value) || (value.length > 8 && all.includes(value)))).toEqual([]);
    expect(stage.secrets.shownIn(all)).toEqual([]);
    expect(all).not.toMatch(/@(?!example\.invalid)[a-z]+\.(?:com|de|example|nz|nl)/i);
  });

  test("a recording replays to the same findings", async () => {
    const again = await verify({ ask: replay(kept.recorded), clock: clockOf(stage), isReplay: true });
    expect(failsOf(again)).toEqual([]);
    expect(again.isProven).toBe(true);
    expect(again.lists.map(({ id, records }) => [id, records])).toEqual(
      report.lists.map(({ id, records }) => [id, records]),
    );
    expect(notesOf(again)).toEqual(notesOf(report));
  });
});

const notesOf = ({ findings }: Report): string[] =>
  findings.filter(({ level }) => level === "note").map(({ check, text }) => `${check}: ${text}`);

/** Signing in, and lists that a vendor hands out by POST. */
const isReading = (path: string): boolean => /token|authorize|oauth2|login|connect|synchronization|\$batch/i.test(path);

function textsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== "object" || value === null) return found.add(String(value));
  for (const inner of Object.values(value)) textsIn(inner, found);
  return found;
}

function valueOf({ reply, replyHeaders }: Exchange): unknown {
  if (isLines(replyHeaders["content-type"])) return jsonLines(reply);
  try {
    return JSON.parse(reply.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** Names, mails, addresses, phones, accounts at banks and free text, as vendors call them. */
const personal =
  /name|caption|mail|street|line_?\d|address_?\d|city|phone|mobile|fax|business|private|iban|bic|bank_?account|descr|vat_?id/i;

const wordy = /type|status|state|category|class|code$/i;

const isIban = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(text);

interface Said {
  readonly personal: ReadonlySet<string>;
  /** Kinds and states are words of the vendor's, also where something is called like one. */
  readonly words: ReadonlySet<string>;
}

/** What the vendor sent in fields that are called so, however deep. */
function saidIn(replies: readonly unknown[]): Said {
  const personalTexts = new Set<string>();
  const words = new Set<string>();
  const kinds = new Map<string, { readonly isPersonal: boolean; readonly isWord: boolean }>();
  const kindOf = (name: string) => {
    const kind = kinds.get(name) ?? { isPersonal: personal.test(name), isWord: wordy.test(name) };
    kinds.set(name, kind);
    return kind;
  };
  const look = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const one of value) look(one, name);
    else if (typeof value === "object" && value !== null)
      for (const [field, inner] of Object.entries(value)) look(inner, field);
    else if (typeof value === "string") note(value, kindOf(name));
  };
  const note = (text: string, { isPersonal, isWord }: ReturnType<typeof kindOf>): void => {
    if (isIban(text)) personalTexts.add(text);
    else if (text.length > 3) {
      if (isPersonal) personalTexts.add(text);
      if (isWord) words.add(text);
    }
  };
  look(replies, "");
  return { personal: personalTexts, words };
}
