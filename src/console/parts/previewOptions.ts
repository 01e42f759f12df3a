/** The choices of the page preview: page, language, colour scheme and target system. */
import type { Connector } from "../../contract/connector.ts";
import { languages } from "../../pages/texts/languages.ts";
import type { ConsoleDeps } from "./view.ts";

const messages = ["done", "cancelled", "expired", "alreadyUsed", "wrongBrowser", "failed"] as const;
export const previewPages = ["submit", "problem", "environment", "company", ...messages] as const;

/** Each language once, without its aliases. */
export const previewLanguages: readonly string[] = [
  ...new Map([...languages].toReversed().map(([tag, texts]) => [texts, tag])).values(),
].toSorted();
export const previewSchemes = ["light", "dark"] as const;

/** Target systems whose credentials are entered on a hosted page. */
export const systemsWithForm = ({ connectors }: ConsoleDeps): readonly Connector[] =>
  connectors.filter(({ signIn }) => signIn.kind !== "oauth2");
