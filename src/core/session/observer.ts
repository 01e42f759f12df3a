/** The steps of a request that its log records. Background work has no request log and passes no observer. */
import type { OperationState } from "../../store/operations.ts";
import type { Caller } from "../accounts/callers.ts";
import type { VendorCall } from "./vendorCall.ts";

export type RequestStep =
  /** The caller was authenticated. */
  | { readonly kind: "caller"; readonly caller: Caller }
  | { readonly kind: "call"; readonly call: VendorCall }
  | { readonly kind: "token"; readonly renewal: Renewal }
  /** A write in the journal: new, repeated with its key, or refused because the key was used for another write. */
  | {
      readonly kind: "journal";
      readonly operationId: string;
      readonly key: "new" | "repeated" | "reused";
      readonly before: OperationState;
    }
  /** Whether a write with an unknown outcome was found at the vendor. */
  | { readonly kind: "lookUp"; readonly found: string };

export interface Renewal {
  /** The token was about to expire, or the vendor refused it. */
  readonly why: "ending" | "refused";
  readonly at: number;
  readonly milliseconds: number;
  /** When the old token expires. */
  readonly endsBefore: string | undefined;
  /** When the new token expires. */
  readonly endsAfter: string | undefined;
}

export type Observe = (step: RequestStep) => void;
