/** The front page: what this is, whether it is well, and where to go. */
import { html, type Markup } from "../../web/html.ts";
import { copyable, type DemoKeys } from "./layout.ts";

export interface HomeFacts {
  readonly version: string;
  readonly status: "ok" | "degraded" | "unavailable";
  readonly operations: number;
  readonly baseUrl: string;
  readonly demo: DemoKeys;
  readonly operator: string | undefined;
}

const states = {
  ok: ["good", "✓", "All is well", "Requests are answered, and background work is done."],
  degraded: [
    "attention",
    "!",
    "Needs somebody",
    "Requests are answered, but the disk is nearly full or no worker runs.",
  ],
  unavailable: ["bad", "✕", "The database does not answer", "Requests cannot be answered just now."],
} as const;

export function homePage(facts: HomeFacts): Markup {
  const { version, status, operations, operator } = facts;
  const [kind, sign, words, details] = states[status];
  return html`<section class="hero">
<h1>One accounting API for every accounting system</h1>
<p class="lead">Kontor reads and writes the books of different accounting systems in one shape, and tells you when something changes there. ${operator !== undefined && html`This installation is run by ${operator}.`}</p>
<p class="state ${kind}"><span aria-hidden="true">${sign}</span> <strong>${words}.</strong> ${details} <a href="health/details">Details</a></p>
</section>
${demoSection(facts)}
<h2>Where to go</h2>
<ul class="cards">
<li><a href="docs">Reference</a><p>${operations} operations, every field explained, with samples in curl, TypeScript and Python.</p></li>
<li><a href="docs/guides">Guides</a><p>Reading, writing, connecting end users, hearing of changes.</p></li>
<li><a href="console">Console</a><p>What happened to whom: connections, requests, writes, events and deliveries.</p></li>
<li><a href="changelog">Changelog</a><p>What callers notice, by month. This is version ${version}.</p></li>
<li><a href="openapi.json">OpenAPI</a><p>The whole description for your tools, also as <a href="openapi.yaml">YAML</a>.</p></li>
</ul>
`;
}

function demoSection({ demo, baseUrl }: HomeFacts): Markup {
  if (demo === undefined)
    return html`<h2>Begin</h2>
<p>Ask whoever runs this service for an API key. Who runs it makes one with:</p>
${copyable('npx kontor tenants create "Example"', "make a tenant and its key")}`;
  const command = `curl '${baseUrl}/accounting/invoices?limit=5' \\
  -H 'X-API-KEY: ${demo.apiKey}' \\
  -H 'X-ACCOUNT-KEY: ${demo.accountKey}'`;
  return html`<h2>Try it</h2>
<p>A demo company with made-up books is connected. Its keys are shown because only this machine can see this page.</p>
<dl class="facts">
<div><dt>X-API-KEY</dt><dd><code>${demo.apiKey}</code></dd></div>
<div><dt>X-ACCOUNT-KEY</dt><dd><code>${demo.accountKey}</code></dd></div>
</dl>
${copyable(command, "read the demo company's invoices")}`;
}
