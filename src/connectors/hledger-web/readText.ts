import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";

/** Reads plain text, or a JSON scalar as text: `"1.25"`. Refuses HTML and JSON documents. */
export async function readText(session: Session, path: string): Promise<string> {
  const { bytes } = await session.download(path, "text/plain, application/json");
  const text = bytes.toString().trim();
  if (text === "" || /^[<{[]/.test(text)) throw new Failure("target_bad_response", `${path} did not return text.`);
  return /^".*"$/s.test(text) ? String(JSON.parse(text)) : text;
}
