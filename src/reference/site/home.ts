/** The front page: what Kontor is, its health, and links. */
import { html, type Markup } from "../../web/html.ts";
import { copyable, type DemoKeys } from "./layout.ts";

export interface HomeFacts {
  readonly version: string;
  readonly status: "ok" | "degraded" | "paused" | "unavailable";
  readonly operations: number;
  readonly baseUrl: string;
  readonly demo: DemoKeys;
  readonly operator: string | undefined;
}

const states = {
  ok: ["good", "✓", "All systems operational", "Requests and background work run normally."],
  paused: [
    "attention",
    "!",
    "Paused",
    "This service was restored from a backup and waits for its operator. It calls no target system and no receiver.",
  ],
  degraded: [
    "attention",
    "!",
    "Needs attention",
    "Requests are served, but the disk is nearly full or no worker is running.",
  ],
  unavailable: ["bad", "✕", "The database is not responding", "Requests cannot be served at the moment."],
} as const;

export function homePage(facts: HomeFacts): Markup {
  const { version, status, operations, operator } = facts;
  const [kind, sign, headline, details] = states[status];
  return html`<section class="hero">
<h1>One accounting API for every accounting system</h1>
<p class="lead">Kontor reads and writes the books of many accounting systems through one API, and notifies you when records change. ${operator !== undefined && html`This installation is run by ${operator}.`}</p>
<p class="state ${kind}"><span aria-hidden="true">${sign}</span> <strong>${headline}.</strong> ${details} <a href="health/details">Details</a></p>
</section>
${demoSection(facts)}
<h2>Next steps</h2>
<ul class="cards">
<li><a href="docs">Reference</a><p>${operations} operations with every field explained and samples in curl, TypeScript and Python.</p></li>
<li><a href="docs/guides">Guides</a><p>Reading and writing records, connecting end users, receiving events.</p></li>
<li><a href="console">Console</a><p>Connections, requests, writes, events and deliveries.</p></li>
<li><a href="changelog">Changelog</a><p>Changes by month. This is version ${version}.</p></li>
<li><a href="openapi.json">OpenAPI</a><p>The API description for your tools, also as <a href="openapi.yaml">YAML</a>.</p></li>
</ul>
`;
}

function demoSection({ demo, baseUrl }: HomeFacts): Markup {
  if (demo === undefined)
    return html`<h2>Get started</h2>
<p>Ask the operator of this service for an API key. Operators create one with:</p>
${copyable('npx kontor tenants create "Example"', "create a tenant and its key")}`;
  const command = `curl '${baseUrl}/accounting/invoices?limit=5' \\
  -H 'X-API-KEY: ${demo.apiKey}' \\
  -H 'X-ACCOUNT-KEY: ${demo.accountKey}'`;
  return html`<h2>Try it</h2>
<p>A demo company with sample data is connected. Its keys are shown because only this machine can open this page.</p>
<dl class="facts">
<div><dt>X-API-KEY</dt><dd><code>${demo.apiKey}</code></dd></div>
<div><dt>X-ACCOUNT-KEY</dt><dd><code>${demo.accountKey}</code></dd></div>
</dl>
${copyable(command, "list the demo company's invoices")}`;
}
