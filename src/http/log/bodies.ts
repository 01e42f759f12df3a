/** The stored bodies of a request and its vendor calls: redacted, truncated and encrypted together. */
import { errorEntries } from "../../contract/failure.ts";
import { scrub } from "../../core/secrets/scrubLog.ts";
import { scrubText } from "../../core/secrets/scrubText.ts";
import type { Vault } from "../../core/secrets/vault.ts";
import type { BodiesRow } from "../../store/log/requestBodies.ts";
import type { Entry } from "../server/trace.ts";

export interface StoredBodies {
  readonly received?: string | undefined;
  readonly answered?: string | undefined;
  /** In the order of the calls. */
  readonly calls: readonly { readonly sent?: string | undefined; readonly came?: string | undefined }[];
}

const cellOf = (id: string) => ({ table: "request_bodies", row: id, column: "bodies" });

/** Maximum characters per body. */
const longest = 16_000;

export function bodiesRow(vault: Vault, entry: Entry, tenantId: string | null): BodiesRow {
  const { trace, id } = entry;
  const { envelope, failure, calls = [] } = trace;
  const answered = failure === undefined ? envelope : { errors: errorEntries(failure) };
  const stored: StoredBodies = {
    received: written(entry.body),
    answered: written(answered),
    calls: calls.map(({ bodies }) => ({ sent: cleaned(bodies?.sent), came: cleaned(bodies?.came) })),
  };
  const sealed = vault.seal(cellOf(id), JSON.stringify(stored));
  return { id, at: new Date(trace.at).toISOString(), tenantId, bodies: sealed };
}

export const openBodies = (vault: Vault, id: string, sealed: Buffer): StoredBodies =>
  JSON.parse(vault.open(cellOf(id), sealed)) as StoredBodies;

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

const written = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : cut(JSON.stringify(scrub(value)));

/** JSON is redacted by field; truncated or other text by pattern. */
function cleaned(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return cut(JSON.stringify(scrub(JSON.parse(text))));
  } catch {
    return cut(scrubText(text.slice(0, longest)));
  }
}
