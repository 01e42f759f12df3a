/**
 * A German console has no English sentences. Every page that links lead to is opened in both languages; a sentence that both
 * show alike was not translated. Exempt is what the console repeats as it is: text in an element with lang="en", words of
 * vendors in German quotation marks, code, and names without an English word in them.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BusyService, openBusyService } from "../screenshots/activity.ts";
import { openConsole, type Visitor } from "../support/consoleVisitor.ts";

let service: BusyService;
const visitors = {} as Record<"en" | "de", Visitor>;

beforeAll(async () => {
  service = await openBusyService({});
  const client = openConsole(service);
  for (const language of ["en", "de"] as const)
    visitors[language] = await client.signIn(await client.linkFor("owner", null), { language });
});
afterAll(() => service.stop());

/** Words that English sentences have and German ones do not. */
const englishWord =
  /\b(?:the|of|and|or|is|are|were|has|have|not|no|to|by|for|with|from|this|that|which|cannot|must|it|its|be|been|does|did)\b/i;
const isSentence = (text: string): boolean => text.includes(" ") && englishWord.test(text);

const withoutQuoted = (markup: string): string => {
  const body = markup.slice(markup.indexOf("<body"));
  return body
    .replaceAll(/<input lang="en"[^>]*>/g, "")
    .replaceAll(/<(\w+)[^>]* lang="en"[^>]*>[^]*?<\/\1>/g, "")
    .replaceAll(/<(script|style|pre|code|textarea)\b[^]*?<\/\1>/g, "")
    .replaceAll(/„[^“]*“|“[^”]*”/g, "");
};

function textsOf(markup: string): Set<string> {
  const shown = withoutQuoted(markup);
  const attributes = [...shown.matchAll(/\b(?:aria-label|title|placeholder|data-label)="([^"]*)"/g)];
  const nodes = shown.replaceAll(/<[^>]*>/g, "\n").split("\n");
  return new Set([...nodes, ...attributes.map(([, text = ""]) => text)].map((text) => text.trim()).filter(isSentence));
}

/** Ids and filters differ from page to page, but not the texts around them. */
const kindOf = (path: string): string =>
  path
    .split("?", 1)[0]
    ?.replaceAll(/\b(?=\w*\d)\w{20,}/g, "id")
    .replace(/\/targets\/.*/, "/targets/slug") ?? "";

/** Pages about one record or request differ by what happened to it. */
const mostOfKind = (kind: string): number => (kind.includes("/id") ? 20 : 3);

const linksIn = (markup: string): string[] =>
  [...markup.matchAll(/<a [^>]*href="(\/console[^"#]*)"/g)]
    .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
    .filter((href) => !/assets|preview/.test(href));

test("a German console has no English sentences", async () => {
  const opened = new Map<string, number>();
  const seen = new Set(["/console", "/console/nowhere", "/console/requests?failed=yes"]);
  const english: string[] = [];
  for (const path of seen) {
    const kind = kindOf(path);
    const times = opened.get(kind) ?? 0;
    if (times >= mostOfKind(kind)) continue;
    opened.set(kind, times + 1);
    const original = (await visitors.en.open(path)).text;
    const german = textsOf((await visitors.de.open(path)).text);
    for (const text of textsOf(original)) if (german.has(text)) english.push(`${path}: ${text}`);
    for (const link of linksIn(original)) seen.add(link);
  }
  expect(english).toEqual([]);
  const visited = [...opened.keys()];
  for (const kind of ["requests", "connections", "writes", "tenants"]) expect(visited).toContain(`/console/${kind}/id`);
  expect(visited).toEqual(expect.arrayContaining(["/console/people", "/console/usage", "/console/deliveries/replay"]));
});

test("says in German why a request failed, and quotes the vendor", async () => {
  const verdictFor = async (filter: string) => {
    const list = (await visitors.de.open(`/console/requests?${filter}`)).text;
    const [, page = ""] = /href="(\/console\/requests\/[^"]+)"/.exec(list) ?? [];
    const { text } = await visitors.de.open(page.replaceAll("&amp;", "&"));
    return /<p class="verdict[^>]*>([^]*?)<\/p>/.exec(text)?.[1];
  };
  expect(await verdictFor("code=target_unavailable")).toBe(
    "Sandbox (API key) ist nicht erreichbar oder gestört. Versuchen Sie es später erneut. „This failure was switched on for this token.“ Das Problem liegt beim Zielsystem.",
  );
  expect(await verdictFor("code=invalid_request&operation=invoices.list")).toBe(
    "limit muss einer dieser Werte sein: 5, 10, 20, 50, 100. Die Plattform muss handeln.",
  );
});
