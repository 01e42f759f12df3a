import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Company } from "../../contract/records/connection.ts";
import type { Session } from "../../contract/session.ts";
import type { OAuthSignIn } from "../../contract/signIn.ts";
import { readCached } from "../../kit/reading.ts";
import { entriesIn, textIn } from "../../kit/xml/xmlValues.ts";
import { refusals } from "./errors.ts";
import { ask } from "./soap.ts";
import { inside } from "./values.ts";

const login = "https://login.twinfield.com/auth/authentication/connect";

/** An organisation's data is on one cluster, which only the token tells: `https://api.accounting1.twinfield.com`. */
function clusterIn(reply: unknown): { cluster: string } {
  const address = Object(reply)["twf.clusterUrl"] as unknown;
  const [, cluster] = /^https:\/\/(?:api\.)?([a-z\d-]+)\.twinfield\.com\/?$/i.exec(String(address)) ?? [];
  if (cluster === undefined)
    throw new Failure("target_bad_response", "Twinfield did not name the cluster of the end user's organisation.");
  return { cluster };
}

const signIn: OAuthSignIn = {
  kind: "oauth2",
  authorizeUrl: `${login}/authorize`,
  tokenUrl: `${login}/token`,
  scopes: ["openid", "twf.user", "twf.organisation", "twf.organisationUser", "offline_access"],
  clientAuth: "basic",
  idTokenIssuer: "https://login.twinfield.com/auth/authentication",
  tokenFacts: { url: `${login}/accesstokenvalidation`, parameter: "token", read: clusterIn },
  asks: [],
  // SOAP has the token in the header of its envelope.
  headers: {},
  inBody: ["accessToken"],
};

async function companies(session: Session): Promise<readonly Company[]> {
  const { offices } = await ask(session, { list: { type: "offices" } });
  return entriesIn(inside(offices)?.office).flatMap((office) => {
    const id = textIn(office);
    const name = office["@name"];
    return id === undefined ? [] : [{ id, ...(name && { name }) }];
  });
}

export const companyCurrency = (session: Session): Promise<string | undefined> =>
  readCached(session, "twinfield currency", async () => {
    const { company } = session;
    const { office } = await ask(session, { read: { type: "office", office: company, code: company } });
    return textIn(inside(inside(office)?.general)?.basecurrency);
  });

export const access = {
  mark: { letters: "TF", ground: "#0b5394", ink: "#ffffff" },
  site: "https://api.{cluster}.twinfield.com/webservices",
  signIn,
  needs: ["company"],
  proof: companies,
  companies,
  companyCurrency,
  refusals,
  rawData: true,
  // Wolters Kluwer's page on API limits, since December 2024, for certified apps. A read costs one credit, a write three.
  limits: [
    { per: "company", calls: 500, seconds: 60 },
    { per: "company", atOnce: 10 },
    { per: "app", calls: 1000, seconds: 60 },
    { per: "app", atOnce: 20 },
  ],
} satisfies Partial<Connector>;
