/** What happens on a request's way, as its log needs it. Who has no log observes nothing. */
import type { OperationState } from "../../store/operations.ts";
import type { Caller } from "../accounts/callers.ts";
import type { VendorCall } from "./vendorCall.ts";

export type Step =
  /** Whose request it is. */
  | { readonly kind: "caller"; readonly caller: Caller }
  | { readonly kind: "call"; readonly call: VendorCall }
  | { readonly kind: "token"; readonly renewal: Renewal }
  /** A write in the journal: begun now, repeated, or refused because of its key. */
  | {
      readonly kind: "journal";
      readonly operationId: string;
      readonly key: "new" | "repeated" | "reused";
      readonly before: OperationState;
    }
  /** Whether a write of unknown end was found at the vendor. */
  | { readonly kind: "lookUp"; readonly found: string };

export interface Renewal {
  /** It was about to end, or the vendor refused it. */
  readonly why: "ending" | "refused";
  readonly at: number;
  readonly milliseconds: number;
  readonly endsBefore: string | undefined;
  readonly endsAfter: string | undefined;
}

export type Observe = (step: Step) => void;
