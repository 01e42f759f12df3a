/** Bank transactions whose payment was deleted. */
import type { WriteContext } from "../context.ts";
import { findBy, putRecord } from "../records.ts";

/** Without its payment, a transaction can be matched again. */
export async function unmatchTransaction(context: WriteContext, paymentId: string): Promise<void> {
  const transaction = await findBy(context, "transactions", "payment_id", paymentId);
  if (transaction === undefined) return;
  await putRecord(context, "transactions", {
    ...transaction,
    matched_to_id: null,
    payment_id: null,
    status: "created",
    updated_at: context.now,
  });
}
