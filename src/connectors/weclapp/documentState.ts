/** Writes the state of invoices and bills. */
import { type Session } from "../../contract/session.ts";
import { path } from "../../kit/path.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { partly } from "./conventions.ts";
import { booked } from "./payable.ts";
import type { BusinessDocument } from "./types.ts";

/** The states that can be written. Cancelling is an action of its own. */
const cancelled = "CANCELLED";
export const writableStates = vocabulary({
  NEW: "DRAFT",
  DOCUMENT_CREATED: "DOCUMENT_CREATED",
  ENTRY_COMPLETED: "SUBMITTED",
  [booked]: "OPEN",
  [cancelled]: "VOIDED",
});

/** Sets the state in a separate request, because in some states weclapp refuses changes to other fields. */
export const setState =
  (entity: "salesInvoice" | "purchaseInvoice") =>
  async (
    native: BusinessDocument,
    { body: { status } }: { readonly body: { readonly status?: string } },
    session: Session,
  ): Promise<BusinessDocument | void> => {
    if (status === undefined) return;
    const state = writableStates.write(status, "status");
    const documentPath = path`/${entity}/id/${native.id}`;
    const current = (await session.read(documentPath)) as BusinessDocument;
    // An earlier attempt may have set it. Bills have more words for a draft.
    if (current.status === state || (status === "DRAFT" && draftStates.includes(current.status ?? ""))) return current;
    if (state === cancelled) {
      const reply = await session.send({ method: "POST", path: `${documentPath}/cancel`, body: {} });
      return (reply as { readonly result: BusinessDocument }).result;
    }
    const body = { version: current.version, status: state };
    return (await session.send({ method: "PUT", path: documentPath, query: partly, body })) as BusinessDocument;
  };
const draftStates: readonly string[] = ["NEW", "INVOICE_RECEIVED", "OCR_VERIFICATION", "INVOICE_VERIFICATION"];
