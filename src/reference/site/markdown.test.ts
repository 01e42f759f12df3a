import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { headingsOf, renderMarkdown } from "./markdown.ts";

const shown = (text: string): string => renderMarkdown(text).text.replaceAll(/\n/g, "");

test("renders headings, paragraphs, lists, quotes, code and links", () => {
  expect(shown("## Two `keys`")).toBe('<h2 id="two-keys">Two <code>keys</code></h2>');
  expect(shown("one\ntwo\n\nthree")).toBe("<p>one two</p><p>three</p>");
  expect(shown("- a\n  goes on\n- **b**\n  - c")).toBe(
    "<ul><li>a goes on</li><li><strong>b</strong><ul><li>c</li></ul></li></ul>",
  );
  expect(shown("1. a\n2. b")).toBe("<ol><li>a</li><li>b</li></ol>");
  expect(shown("end with _Sign out_, not snake_case_names")).toBe(
    "<p>end with <em>Sign out</em>, not snake_case_names</p>",
  );
  expect(shown("> said")).toBe("<blockquote><p>said</p></blockquote>");
  expect(shown("[events](events.md)")).toBe('<p><a href="events.md">events</a></p>');
  expect(shown("```sh\n# no heading\n```")).toContain("<code># no heading</code>");
});

test("renders tables with a bar inside code", () => {
  expect(shown("| a | b |\n|---|---|\n| `x|y` | 1 |")).toContain("<tr><td><code>x|y</code></td><td>1</td></tr>");
});

test("escapes HTML in the text", () => {
  const text = renderMarkdown('<script>alert(1)</script> `<b>` [x](y"onclick=) <img src=x>').text;
  expect(text).not.toMatch(/<(?:script|b|img)|y"onclick/);
});

test("renders every guide without leftover Markdown", () => {
  const folder = join(import.meta.dirname, "../../../docs");
  const guides = globSync("**/*.md", { cwd: folder });
  expect(guides.length).toBeGreaterThan(8);
  for (const name of guides) {
    const text = readFileSync(join(folder, name), "utf8");
    expect(headingsOf(text)[0]?.level, name).toBe(1);
    const words = renderMarkdown(text).text.replaceAll(/<pre[^]*?<\/pre>|<code>[^]*?<\/code>/g, "");
    expect(words.match(/\*\*|```|\]\(|<p>\|/), name).toBeNull();
  }
});
