/** Explains where an end user finds the requested credentials. */
import type { Connector } from "../contract/connector.ts";
import type { SignInField } from "../contract/signIn.ts";

export interface KeyGuide {
  readonly url: string;
  readonly steps: readonly string[];
  /** The field that it describes; by default the first secret field. */
  readonly forField?: SignInField["name"] | undefined;
}

export function guideOf(
  { signIn: { keyGuide } }: Pick<Connector, "signIn">,
  facts: { readonly publicUrl: string; readonly locale: string | undefined },
): KeyGuide | undefined {
  if (keyGuide === undefined) return undefined;
  const { url, steps, forField } = keyGuide;
  return {
    forField,
    steps: typeof steps === "function" ? steps(facts.locale) : steps,
    url: typeof url === "string" ? url : url(facts),
  };
}
