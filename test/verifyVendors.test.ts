/** `kontor verify` on every vendor's simulator: all is well, a recording is harmless, and replaying it finds the same. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { simulated, simulationOf } from "../simulators/settings.ts";
import { connectors } from "../src/connectors/index.ts";
import { type Recording, recording, replaying } from "../src/verify/recording.ts";
import { openRedaction } from "../src/verify/redact.ts";
import type { Report } from "../src/verify/report.ts";
import { verify } from "../src/verify/verify.ts";
import { offered } from "./conformance/reading.ts";
import { openStage, type Stage } from "./conformance/stage.ts";
import { isLines, jsonLines } from "./specs/lines.ts";
import { askOf, clockOf, failsOf } from "./verifying.ts";

describe.each(simulated())("on the simulator of %s", (slug) => {
  let stage: Stage;
  let kept: Recording;
  let report: Report;
  beforeAll(async () => {
    const connector = connectors.find(({ id }) => id === slug);
    if (connector === undefined) throw new Error("There is no such connector.");
    stage = await openStage({ connector, simulation: await simulationOf(slug) });
    kept = recording(askOf(stage), openRedaction("salt"));
    report = await verify({ ask: kept.ask, clock: clockOf(stage) });
  }, 240_000);
  afterAll(() => stage.close());

  test("everything is in order, and nothing was changed", () => {
    expect(failsOf(report)).toEqual([]);
    expect(report).toMatchObject({ targetSystem: slug, isProven: true, isReplay: false });
    expect(report.lists.length).toBeGreaterThan(Math.min(15, offered(stage.facts, "list").length - 1));
    const { isReading: reads = () => false, isSignIn = () => false } = stage.facts.simulation;
    const changing = stage.exchanges().filter(({ method, host, path, body }) => {
      const sent = { url: `/${host}${path}`, body };
      return method !== "GET" && !isReading(path) && !reads(sent) && !isSignIn(sent);
    });
    expect(changing).toEqual([]);
  });

  test("a recording holds no name, mail, address or number of an account, and no secret", () => {
    const texts = new Set(textsIn(kept.recorded));
    const all = [...texts].join("\n");
    const replies = stage
      .exchanges()
      .map(({ reply, replyHeaders }) =>
        isLines(replyHeaders["content-type"]) ? jsonLines(reply) : jsonOf(reply.toString()),
      );
    // Kinds and states are words of the vendor's, also where something is called like one.
    const words = new Set(
      replies
        .flatMap((reply) => valuesIn(reply, /type|status|state|category|class|code$/i))
        .filter((one) => !isIban(one)),
    );
    const { isNumber = () => false } = stage.facts.simulation;
    const planted = [...new Set(replies.flatMap((reply) => valuesIn(reply, personal)))].filter(
      (one) => !words.has(one) && !isNumber(one),
    );
    expect(planted.length).toBeGreaterThan(Math.min(200, 10 * offered(stage.facts, "list").length));
    expect(planted.filter((value) => texts.has(value) || (value.length > 8 && all.includes(value)))).toEqual([]);
    expect(stage.secrets.shownIn(all)).toEqual([]);
    expect(all).not.toMatch(/@(?!example\.invalid)[a-z]+\.(?:com|de|example|nz|nl)/i);
  });

  test("a recording replays to the same findings", async () => {
    const again = await verify({ ask: replaying(kept.recorded), clock: clockOf(stage), isReplay: true });
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

const textsIn = (value: unknown): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Names, mails, addresses, phones, accounts at banks and free text, as vendors call them. */
const personal =
  /name|caption|mail|street|line_?\d|address_?\d|city|phone|mobile|fax|business|private|iban|bic|bank_?account|descr|vat_?id/i;

const isIban = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(text);

/** What the vendor sent in fields that are called so, however deep. */
function valuesIn(value: unknown, called: RegExp, name = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesIn(one, called, name));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([field, inner]) => valuesIn(inner, called, field));
  if (typeof value !== "string") return [];
  return (called.test(name) && value.length > 3) || isIban(value) ? [value] : [];
}
