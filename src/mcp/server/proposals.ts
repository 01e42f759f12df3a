/**
 * Proposals of writes. Nothing is stored: the id of a proposal contains a keyed hash of its content, so only exactly what was
 * proposed can be committed, by the same caller, for an hour. The idempotency key is fixed with it.
 */
import { Failure } from "../../contract/failure.ts";
import { newToken } from "../../core/secrets/ids.ts";

/** A keyed hash, as text. Several, if the master key was changed: the first is the current one. */
export type Seal = (purpose: string, text: string) => readonly string[];

export interface ProposedWrite {
  /** Tenant and connection. */
  readonly owner: string;
  readonly operation: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const lifetimeMs = 3_600_000;
const purpose = "mcp proposal";

export function newProposal(seal: Seal, write: ProposedWrite, now: number): string {
  const head = `${newToken()}.${(now + lifetimeMs).toString(36)}`;
  return `${head}.${seal(purpose, contentOf(head, write))[0] ?? ""}`;
}

/** Returns the idempotency key of the write. */
export function checkProposal(seal: Seal, proposalId: string, write: ProposedWrite, now: number): string {
  const [nonce = "", expiry = "", hash = ""] = proposalId.split(".");
  const hashes = seal(purpose, contentOf(`${nonce}.${expiry}`, write));
  if (hash === "" || !hashes.includes(hash))
    throw new Failure(
      "invalid_request",
      "proposalId does not belong to this operation, ids and body. Send exactly what was proposed, or propose the write again.",
      { field: "proposalId" },
    );
  if (Number.parseInt(expiry, 36) < now)
    throw new Failure("invalid_request", "The proposal is older than an hour. Propose the write again.", {
      field: "proposalId",
    });
  return `mcp-${nonce}`;
}

const contentOf = (head: string, { owner, operation, ids, body }: ProposedWrite): string =>
  JSON.stringify([head, owner, operation, sorted(ids), sorted(body)]);

/** The same content in any order of its properties. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, field]) => [name, sorted(field)]));
}
