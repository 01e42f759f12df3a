/** Compares the set-up guides in docs/target-systems with the connectors, so that no guide goes out of date. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { setUpHeadings } from "../../connector-template/setUpGuide.ts";
import { connectors } from "../../src/connectors/index.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { redirectUri } from "../../src/core/connecting/context.ts";
import { guideOf } from "../../src/pages/keyGuide.ts";
import { setUpGuideOf, setUpGuides } from "../../src/reference/site/guides.ts";
import { headingsOf } from "../../src/reference/site/markdown.ts";
import { unwritten } from "../conformance/sheet.ts";

const root = join(import.meta.dirname, "../..");
const guides = await setUpGuides();
const textOf = (slug: string): string => readFileSync(join(root, "docs/target-systems", `${slug}.md`), "utf8");

const vendors = connectors.filter(({ builtIn }) => builtIn !== true);

/** Empty if there is no guide, which the first test reports. */
function guideTextOf({ id }: Connector): string {
  const guide = setUpGuideOf(id, guides);
  return guide === undefined ? "" : textOf(guide);
}

/** The words that the text does not have as code. */
const missingIn = (text: string, words: readonly string[]): string[] =>
  words.filter((word) => !text.includes(`\`${word}\``));

test("every connector of a vendor has a set-up guide, and the overview lists all guides", () => {
  const folders = globSync("src/connectors/*/", { cwd: root }).map((folder) => basename(folder));
  expect(guides).toEqual(folders.filter((folder) => folder !== "sandbox").toSorted());
  expect(vendors.filter(({ id }) => setUpGuideOf(id, guides) === undefined)).toEqual([]);
  const common = textOf("set-up");
  expect(guides.filter((slug) => !common.includes(`](${slug}.md)`))).toEqual([]);
});

test("the built-in sandbox has no set-up guide", () => {
  const sandboxes = connectors.filter(({ builtIn }) => builtIn === true);
  expect(sandboxes.length).toBeGreaterThan(3);
  expect(sandboxes.filter(({ id }) => setUpGuideOf(id, guides) !== undefined)).toEqual([]);
});

describe.each(guides)("the set-up guide of %s", (slug) => {
  const text = textOf(slug);

  test("has the headings of all guides, with text below each", () => {
    const headings = headingsOf(text);
    expect(headings.filter(({ level }) => level === 1).map(({ text: title }) => title)).toEqual([
      expect.stringMatching(/^Set up \S/),
    ]);
    expect(headings.filter(({ level }) => level === 2).map(({ text: title }) => title)).toEqual(setUpHeadings);
    expect(text.split(/^#+ .*$/m).filter((section) => section.trim() === "")).toEqual([""]);
    expect(text).not.toContain(unwritten);
  });

  test("names its sources, with the time when they were read", () => {
    const sources = text.split("## Sources")[1] ?? "";
    expect(sources).toMatch(/^Read in [A-Z][a-z]+ 20\d\d:$/m);
    expect(sources).toMatch(/^- <https?:\/\//m);
  });

  test("mentions no setting of a target system that Kontor does not read", () => {
    const slugs = vendors.filter(({ id }) => setUpGuideOf(id, guides) === slug).map(settingOf);
    const mentioned = [
      ...text.matchAll(/`(?:OAUTH_CLIENT_ID|OAUTH_CLIENT_SECRET|OAUTH_APP_KEY|OAUTH_SCOPES|WEBHOOK_SECRET)_(\w+)`/g),
    ];
    expect(mentioned.map(([, name = ""]) => name).filter((name) => !slugs.includes(name))).toEqual([]);
  });
});

/** The ending of a connector's settings. */
const settingOf = ({ id }: Connector): string => id.toUpperCase().replaceAll("-", "_");

const baseUrl = "<BASE_URL>";

function clientWords(connector: Connector): readonly string[] {
  const { signIn } = connector;
  const setting = settingOf(connector);
  const client = [`OAUTH_CLIENT_ID_${setting}`, `OAUTH_CLIENT_SECRET_${setting}`];
  if (signIn.kind !== "oauth2") return signIn.asks.some(({ belongsToApp }) => belongsToApp === true) ? client : [];
  const { scopes, companyScopes = () => [], appKey } = signIn;
  if (appKey !== undefined) client.push(`OAUTH_APP_KEY_${setting}`);
  return [...client, redirectUri(baseUrl, connector), ...scopes, ...companyScopes("<client>")];
}

function webhookWords(connector: Connector): readonly string[] {
  const { webhooks } = connector;
  if (webhooks?.setUp !== "portal" && webhooks?.signedWith !== "appKey") return [];
  return [`WEBHOOK_SECRET_${settingOf(connector)}`, `${baseUrl}/events/${connector.id}`];
}

describe.each(vendors.map((connector) => [connector.id, connector] as const))(
  "for %s, its guide has",
  (id, connector) => {
    const text = guideTextOf(connector);

    test("the settings, the redirect URL and every scope that the connector requests", () => {
      expect(missingIn(text, clientWords(connector))).toEqual([]);
      if (clientWords(connector).length === 0 && id === setUpGuideOf(id, guides))
        expect(text).toContain("Nothing to register.");
    });

    test("the URL and the key of webhooks that are set up in a portal, or says that there is nothing to enter", () => {
      const words = webhookWords(connector);
      expect(missingIn(text, words)).toEqual([]);
      const section = /## Webhooks\n\n(.*)/.exec(text)?.[1] ?? "";
      if (connector.webhooks === undefined) expect(section).toBe("None: Kontor polls.");
      else if (words.length === 0) expect(section).toMatch(/^Nothing to\b/);
      else expect(section).not.toMatch(/^(?:None|Nothing)/);
    });

    test("the fields that end users fill in, and the steps to their key", () => {
      const { asks } = connector.signIn;
      const names = asks.map(({ name }) => name);
      expect(missingIn(text, names)).toEqual([]);
      const guide = guideOf(connector, { publicUrl: "", locale: undefined });
      const steps = guide?.steps ?? [];
      expect(steps.filter((step) => !text.includes(`**${step}**`))).toEqual([]);
      if (guide !== undefined) expect(text).toContain(`<${guide.url}>`);
    });

    test("the limits that Kontor keeps to", () => {
      const section = /## Limits\n([^]*?)\n## /.exec(text)?.[1] ?? "";
      const words: Readonly<Record<number, string>> = { 1: "one", 2: "two", 5: "5" };
      const missing = (connector.limits ?? []).flatMap((limit) => {
        const count = "calls" in limit ? limit.calls : limit.atOnce;
        const shown = [count.toLocaleString("en-GB"), words[count] ?? ""].filter((word) => word !== "");
        return shown.some((word) => new RegExp(`\\b${word}\\b`).test(section)) ? [] : [count];
      });
      expect(missing).toEqual([]);
    });
  },
);
