/** How many replies of different shapes were seen at each vendor, and why there are few of some. */
import { seenFiles } from "./fields.ts";

interface ScarceEvidence {
  /** The least number of replies of different shapes. Raise it when one is found. */
  readonly replies: number;
  /** The least number of operations with recordings. */
  readonly operations: number;
  /** Where evidence was searched for, for the coverage. */
  readonly searched: string;
}

/** Vendors with less than 25 seen replies, or with replies for less than half of their operations. */
export const scarceEvidence: Readonly<Record<string, ScarceEvidence>> = {
  "datev-rewe-export": { replies: 0, operations: 0, searched: "Nothing public was found of its files or replies." },
  "e-conomic": {
    replies: 40,
    operations: 27,
    searched:
      "Public clients in eight languages, the vendor's samples and its demo, and questions and issues mostly have the older REST API. Nothing was found of quotes, projects, VAT accounts, open items, attachments or booked entries.",
  },
  "hledger-web": { replies: 7, operations: 6, searched: "It has only six operations, and all of them were seen." },
  "sage-active": {
    replies: 25,
    operations: 11,
    searched:
      "The vendor's pages, their digest, and all public clients that were found. The vendor shows accepted mutations and refusals, and hardly any reply of a list: only dimensions, the trial balance and a part of a product. Two clients test against bodies that their author wrote.",
  },
  "visma-eaccounting": {
    replies: 14,
    operations: 11,
    searched:
      "The vendor's description and pages, which have no sample of a record, and some twenty public clients and plugins. Most of them test against bodies that their author wrote. One documents what it read and wrote in the vendor's sandbox in 2026; another, replies in production.",
  },
  weclapp: {
    replies: 28,
    operations: 20,
    searched:
      "Sixty-one public repositories, integration platforms, questions, issues and the samples of the user documentation. Nothing was found of ledger accounts, cost centers, fiscal years, terms of payment, goods receipts or lists of documents, and accounting transactions only in part.",
  },
};

/** The requests with the shapes of their replies. The same body in files of two operations counts once. */
export const seenShapes = (slug: string): ReadonlySet<string> =>
  new Set(
    seenFiles(slug).flatMap(({ topic, evidence: { request, reply } }) => {
      const content = reply?.body ?? reply?.lines ?? reply?.text;
      const path = (request?.path ?? topic).replaceAll(/\d+/g, "*");
      return content === undefined
        ? []
        : `${request?.method} ${path} ${JSON.stringify([shapeOf(request?.body), shapeOf(content)])}`;
    }),
  );

/** Names and types, without values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))].toSorted();
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]: [string, unknown]) => [name, shapeOf(inner)]));
}
