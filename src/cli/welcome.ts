import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { type Demo, sandboxLoginFile } from "../core/accounts/demo.ts";
import { formatTable } from "./table.ts";

export interface WelcomeOptions {
  readonly url: string;
  readonly dataFolder: string;
  readonly demo: Demo | undefined;
  readonly hasSandboxLogin: boolean;
  /** Whether to print the demo's keys. In a log file, once is enough. */
  readonly withKeys: boolean;
}

export function welcome({ url, dataFolder, demo, hasSandboxLogin, withKeys }: WelcomeOptions): string {
  const facts = [
    ["Open", `${url}/`],
    ["Reference", `${url}/docs`],
    ["Guides", `${url}/docs/guides`],
    ["Console", "npx kontor console    (prints a sign-in link)"],
    ["Data", dataFolder],
    ...(demo === undefined ? [] : [["Demo keys", join(dataFolder, "demo.json")]]),
    ...(hasSandboxLogin ? [["Sandbox login", sandboxLoginFile(dataFolder)]] : []),
  ];
  const next =
    demo === undefined
      ? `Create a tenant for a caller:\n\n  npx kontor tenants create "Example"`
      : withKeys
        ? `Read the demo company's books:\n\n  ${curlLine(demo)}`
        : `The demo's keys and a sample command are shown at ${url}/ on this machine.`;
  const parts = [`Kontor ${manifest.version} is running.`, formatTable(facts, "  "), next];
  return `\n${parts.join("\n\n")}\n`;
}

/** Can be pasted into a shell. */
const curlLine = ({ baseUrl, apiKey, accountKey }: Demo): string =>
  `curl "${baseUrl}/accounting/paymentTerms?limit=5" -H "X-API-KEY: ${apiKey}" -H "X-ACCOUNT-KEY: ${accountKey}"`;
