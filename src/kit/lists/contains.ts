/** Whether a text contains a part, whatever the case of both. Every text contains an absent part. */
export const contains = (text: string | null | undefined, part = ""): boolean =>
  (text ?? "").toLowerCase().includes(part.toLowerCase());
