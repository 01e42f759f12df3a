/** The outline of the set-up guides in docs/target-systems, and the first version of a new connector's guide. */
import { unwritten } from "../test/conformance/sheet.ts";

export const setUpHeadings: readonly string[] = [
  "Before you start",
  "Register the app",
  "Webhooks",
  "What the end user needs",
  "Review",
  "Limits",
  "Test companies",
  "Sources",
];

const questions: Readonly<Record<string, string>> = {
  "Before you start": "which account the operator needs, and what it costs",
  "Register the app":
    "numbered steps with the portal's own names, the redirect URL, scopes, and the settings of Kontor; or that nothing has to be registered",
  Webhooks: "the URL and the key to enter in the portal, or that Kontor subscribes by itself",
  "What the end user needs": "role, plan and modules; where a key is created, with which rights",
  Review: "whether the vendor reviews apps, how long it takes, and what is allowed before",
  Limits: "calls in a time, and how long a grant lasts",
  "Test companies": "how to get one, and for how long",
  Sources: "URL, subject and date of each source",
};

export const setUpGuide = (name: string): string =>
  [
    `# Set up ${name}`,
    `${unwritten}: what the operator registers, and how end users connect, in one or two sentences.`,
    ...setUpHeadings.flatMap((heading) => [`## ${heading}`, `${unwritten}: ${questions[heading] ?? ""}.`]),
  ]
    .join("\n\n")
    .concat("\n");
