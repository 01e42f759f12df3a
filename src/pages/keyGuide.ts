/** Where an end user finds what is asked for. */
import type { Connector } from "../contract/connector.ts";
import type { SignInField } from "../contract/signIn.ts";

export interface KeyGuide {
  readonly url: string;
  readonly steps: readonly string[];
  /** The ask that it leads to; the first secret one unless said. */
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
