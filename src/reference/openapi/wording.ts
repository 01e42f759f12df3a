/** Turns operation ids into summaries: "invoices.lineItems.list" becomes "List the line items of an invoice". */
import type { OperationId } from "../../contract/operations.ts";

/** Summaries of ids that do not follow the pattern of resource and verb. */
const irregular: Partial<Record<OperationId, string>> = {
  "asyncTask.get": "Get an asynchronous task",
  "contacts.bulk": "Create many contacts at once",
  "files.create": "Upload a file",
  "files.createAsync": "Upload a file in the background",
  "files.documentExtensions.get": "Get the accepted file extensions",
  "files.documentTypes.list": "List the document types",
  "journalEntries.bulk": "Create many journal entries at once",
  "passThrough.create": "Send a request to the target system's own API",
  "trialBalance.list": "List the trial balance",
};

const verbs: Readonly<Record<string, (thing: string) => string>> = {
  list: (thing) => `List ${thing}`,
  get: (thing) => `Get ${thing}`,
  create: (thing) => `Create ${thing}`,
  createAsync: (thing) => `Create ${thing} in the background`,
  update: (thing) => `Replace ${thing}`,
  patch: (thing) => `Update ${thing}`,
  delete: (thing) => `Delete ${thing}`,
};

export function summaryOf(id: OperationId): string {
  const parts = id.split(".");
  const verb = verbs[parts.at(-1) ?? ""];
  const summary = irregular[id] ?? verb?.(thingOf(parts.slice(0, -1), parts.at(-1) === "list"));
  if (summary === undefined) throw new Error(`no summary for ${id}`);
  return summary;
}

function thingOf([resource = "", part]: readonly string[], many: boolean): string {
  if (part === undefined) return many ? words(resource) : withArticle(singular(words(resource)));
  const owner = withArticle(singular(words(resource)));
  if (many) return `the ${words(part)} of ${owner}`;
  return part.endsWith("s") ? `${withArticle(singular(words(part)))} of ${owner}` : `the ${words(part)} of ${owner}`;
}

/** "journalEntries" becomes "Journal entries". */
export function tagOf(id: OperationId): string {
  const [resource = ""] = id.split(".");
  return capital(words(resource === "asyncTask" ? "asynchronousTasks" : resource));
}

export const words = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const singular = (text: string): string => text.replace(/ies$/, "y").replace(/s$/, "");
const withArticle = (text: string): string => `${/^[aeio]/.test(text) ? "an" : "a"} ${text}`;

/** "journalEntryId" becomes "The journal entry's id at the target system, as returned by lists." */
export const idMeaning = (name: string): string =>
  `The ${words(name.replace(/Id$/, ""))}'s id ${name === "taskId" ? "from the response that started it" : "at the target system, as returned by lists"}.`;

/** OpenAPI operation ids that do not follow the pattern. */
const named: Readonly<Record<string, string>> = {
  "contacts.bulk": "createContactsBulk",
  "files.documentExtensions.get": "getDocumentExtensions",
  "files.documentTypes.list": "getDocumentTypes",
  "health.details.get": "getHealthDetails",
  "journalEntries.bulk": "createJournalEntriesBulk",
  "passThrough.create": "passThrough",
  "tenant.systems.requirements": "getTargetSystemRequirements",
  "tenant.systems.values": "getTargetSystemValues",
  "webhooks.get": "getWebhooks",
  "webhooks.list": "getWebhookSubscriptions",
};

/** "invoices.lineItems.create" becomes "createInvoiceLineItem", a name for generated clients. */
export function operationIdOf(id: string): string {
  const known = named[id];
  if (known !== undefined) return known;
  const parts = id.split(".");
  const last = parts.at(-1) ?? "";
  const [verb = ""] = /^[a-z]+/.exec(last) ?? [];
  const things = parts.slice(0, -1).map((part, index, resources) => {
    const staysPlural = (verb === "list" || verb === "count") && index === resources.length - 1;
    return capital(staysPlural ? part : singular(part));
  });
  return (verb === "list" ? "get" : verb) + things.join("") + last.slice(verb.length);
}
