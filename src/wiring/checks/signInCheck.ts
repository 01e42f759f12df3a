/** doctor's check of the OpenID Connect provider of the console. */
import type { Config } from "../../config.ts";
import { openHttpClient } from "../../core/outbound/client.ts";
import { openIdentityProvider, SignInFault } from "../../core/people/identityProvider.ts";
import { bad, doubtful, type Finding, good } from "./finding.ts";

const subject = "sign-in";

type Settings = Pick<Config, "signIn" | "allowPrivateNetwork">;

/** Reads the provider's configuration, as a sign-in does. Undefined if there is no provider. */
export async function checkSignIn({ signIn, allowPrivateNetwork }: Settings): Promise<Finding | undefined> {
  if (signIn.provider === undefined) return undefined;
  const { issuer } = signIn.provider;
  const outbound = openHttpClient({ allowPrivate: allowPrivateNetwork });
  try {
    await openIdentityProvider(signIn.provider, outbound).check();
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error;
    return bad(
      subject,
      { en: `people cannot sign in with ${issuer}.`, de: `mit ${issuer} kann sich niemand anmelden.` },
      { en: error.message, de: error.german },
    );
  } finally {
    await outbound.close();
  }
  if (issuer.startsWith("http:"))
    return doubtful(
      subject,
      { en: `${issuer} answers, without encryption.`, de: `${issuer} antwortet, aber unverschlüsselt.` },
      {
        en: "The client secret and the identity of people can be read on the way. Use https.",
        de: "Das Client-Secret und die Identität der Personen sind unterwegs lesbar. Benutzen Sie https.",
      },
    );
  return good(subject, { en: `${issuer} answers.`, de: `${issuer} antwortet.` });
}
