/** What the preview of a tenant's pages can show: which page, in which language and scheme, for which target system. */
import type { Connector } from "../../contract/connector.ts";
import { languages } from "../../pages/texts/languages.ts";
import type { ConsoleDeps } from "./view.ts";

const messages = ["done", "cancelled", "expired", "alreadyUsed", "wrongBrowser", "failed"] as const;
export const previewPages = ["submit", "problem", "environment", "company", ...messages] as const;

/** Each once, whatever else it answers to. */
export const previewLanguages: readonly string[] = [
  ...new Map([...languages].toReversed().map(([tag, texts]) => [texts, tag])).values(),
].toSorted();
export const previewSchemes = ["light", "dark"] as const;

/** Those that ask for something on a page of ours. */
export const askingSystems = ({ connectors }: ConsoleDeps): readonly Connector[] =>
  connectors.filter(({ signIn }) => signIn.kind !== "oauth2");
