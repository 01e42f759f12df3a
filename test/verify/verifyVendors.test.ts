/** `kontor verify` on vendors' simulators, on all of them in `npm run test:faults`: no faults, no personal data in recordings, and the same findings on replay. */
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
import { xmlIn } from "../evidence/xml.ts";
import { inTurn } from "../faults/scale.ts";
import { isLines, jsonLines } from "../specs/lines.ts";
import { askOf, clockOf, failsOf } from "../support/verifying.ts";

const slugs = inTurn(simulatorSlugs(), 0, 4);

/** All simulators share one service, because starting a service takes as long as many calls. */
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
  let recording: Recording;
  let report: Report;
  beforeAll(async () => {
    const facts = factsOf.get(slug);
    if (facts === undefined) throw new Error("There is no stage for this connector.");
    stage = await stages.open(facts);
    recording = record(askOf(stage), openRedaction("salt"));
    report = await verify({ ask: recording.ask, clock: clockOf(stage) });
  });

  test("finds no faults and changes nothing", () => {
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

  test("a recording contains no names, e-mail addresses, postal addresses, account numbers or secrets", () => {
    const texts = textsIn(recording.recorded);
    const all = [...texts].join("\n");
    // Pages are read many times, and most replies are identical.
    const replies = new Map(stage.exchanges().map((exchange) => [exchange.reply.toString(), exchange]));
    const vendorTexts = vendorTextsIn([...replies.values()].map(valueOf));
    const { isNumber = () => false } = stage.facts.simulation;
    const planted = [...vendorTexts.personal].filter((text) => !vendorTexts.words.has(text) && !isNumber(text));
    expect(planted.length).toBeGreaterThan(Math.min(200, 10 * offeredOperations(stage.facts, "list").length));
    expect(planted.filter((value) => texts.has(value) || (value.length > 8 && all.includes(value)))).toEqual([]);
    expect(stage.secrets.shownIn(all)).toEqual([]);
    expect(all).not.toMatch(/@(?!example\.invalid)[a-z]+\.(?:com|de|example|nz|nl)/i);
  });

  test("a recording replays to the same findings", async () => {
    const again = await verify({ ask: replay(recording.recorded), clock: clockOf(stage), isReplay: true });
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

/** Sign-in, and lists that the vendor returns to POST requests. */
const isReading = (path: string): boolean => /token|authorize|oauth|login|connect|synchronization|\$batch/i.test(path);

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
    return xmlIn(reply.toString());
  }
}

/** Vendors' field names for names, e-mail and postal addresses, phone numbers, bank accounts and free text. */
const personal =
  /name|caption|mail|street|line_?\d|address_?\d|city|phone|mobile|fax|business|private|iban|bic|bank_?account|descr|vat_?id/i;

const wordy = /type|status|state|category|class|code$/i;

const isIban = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(text);

interface VendorTexts {
  readonly personal: ReadonlySet<string>;
  /** Values of types and statuses are the vendor's vocabulary, even if a personal field has the same text. */
  readonly words: ReadonlySet<string>;
}

/** The texts that the vendor sent in personal and vocabulary fields, at any depth. */
function vendorTextsIn(replies: readonly unknown[]): VendorTexts {
  const personalTexts = new Set<string>();
  const words = new Set<string>();
  const kinds = new Map<string, { readonly isPersonal: boolean; readonly isWord: boolean }>();
  const kindOf = (name: string) => {
    const kind = kinds.get(name) ?? { isPersonal: personal.test(name), isWord: wordy.test(name) };
    kinds.set(name, kind);
    return kind;
  };
  const look = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const item of value) look(item, name);
    else if (typeof value === "object" && value !== null)
      // The text of an XML element that also has attributes.
      for (const [field, inner] of Object.entries(value)) look(inner, field === "#text" ? name : field);
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
