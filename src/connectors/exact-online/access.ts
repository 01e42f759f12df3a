import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Company, UserInfo } from "../../contract/records/connection.ts";
import { type Session } from "../../contract/session.ts";
import type { OAuthSignIn, SiteFacts } from "../../contract/signIn.ts";
import { path } from "../../kit/path.ts";
import { allOf, recordIn } from "./conventions.ts";
import { refusals } from "./errors.ts";
import type { Body, Division, Me } from "./types.ts";

/** The top-level domain of the host, by the country of the licence. */
const regions: Readonly<Record<string, string>> = {
  nl: "nl",
  be: "be",
  de: "de",
  fr: "fr",
  es: "es",
  uk: "co.uk",
  us: "com",
};

/** No other hosts: they get our app's secret. */
function hostOf({ tenantId = "nl" }: Pick<SiteFacts, "tenantId">): string {
  const ending = regions[tenantId.toLowerCase()];
  if (ending === undefined) {
    const text = `Exact Online has no site for "${tenantId}". Use one of ${Object.keys(regions).join(", ")}.`;
    throw new Failure("invalid_request", text, { field: "tenantId" });
  }
  return `https://start.exactonline.${ending}`;
}

const me = "/current/Me";

async function readMe(session: Session): Promise<Me> {
  const $select = "UserID,CurrentDivision,FullName,LastName";
  return recordIn((await session.read(me, { $select })) as Body<Me>) ?? {};
}

/** The list of divisions is read within one of them. */
async function companies(session: Session): Promise<readonly Company[]> {
  const { CurrentDivision } = await readMe(session);
  const divisions = path`/${String(CurrentDivision ?? "")}/system/Divisions`;
  const found = await allOf<Division>(session, divisions, { $select: "Code,Description,CustomerName" });
  return found.map(({ Code, Description, CustomerName }) => {
    const name = Description || CustomerName;
    return { id: String(Code), ...(name ? { name } : {}) };
  });
}

async function user(session: Session): Promise<UserInfo> {
  const { UserID, FullName, LastName } = await readMe(session);
  return {
    ...(UserID && { id: UserID }),
    ...(FullName && { name: FullName }),
    ...(LastName && { family_name: LastName }),
  };
}

const oauth: OAuthSignIn = {
  kind: "oauth2",
  authorizeUrl: (facts) => `${hostOf(facts)}/api/oauth2/auth`,
  tokenUrl: (facts) => `${hostOf(facts)}/api/oauth2/token`,
  // The app's registration determines what it may do.
  scopes: [],
  clientAuth: "body",
  // Access tokens last ten minutes. Renewing one before nine and a half is refused, and ten refusals in an hour block the app.
  renewWithin: 25,
  tooEarlyError: "access_denied",
  // Vendor's page on OAuth, 2026-11: thirty days.
  unusedGrantSeconds: 30 * 86_400,
  expiredGrantErrors: ["invalid_request", "unauthorized_client"],
  asks: [{ name: "tenantId", secret: false, optional: true }],
  headers: { authorization: "Bearer {accessToken}" },
};

/** Vendor's pages on OAuth and limits, 2026-11. */
export const access = {
  mark: { letters: "E", ground: "#e1141d", ink: "#ffffff" },
  site: (facts) => `${hostOf(facts)}/api/v1`,
  signIn: oauth,
  needs: ["company"],
  proof: me,
  companies,
  user,
  scope: ({ company }) => ({ path: path`/${company}` }),
  refusals,
  rawData: true,
  limits: [
    { per: "company", calls: 60, seconds: 60 },
    { per: "company", calls: 5000, seconds: 86_400 },
  ],
} satisfies Partial<Connector>;
