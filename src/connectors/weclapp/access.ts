import type { Connector } from "../../contract/connector.ts";
import type { UserInfo } from "../../contract/records/connection.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { mapping } from "../../kit/mapping.ts";
import { personName } from "./fields.ts";
import type { User } from "./types.ts";

const currentUser = "/user/currentUser";

const info = mapping<UserInfo, Partial<User>>({ ...values({ id: "id", family_name: "lastName" }), name: personName });

async function user(session: Session): Promise<UserInfo> {
  const { result = {} } = (await session.read(currentUser)) as { readonly result?: Partial<User> };
  return info(result);
}

/** Each tenant has its own host. A token belongs to one user of one tenant. */
export const access = {
  site: "https://{tenantId}.weclapp.com/webapp/api/v3",
  signIn: {
    kind: "apiKey",
    asks: [
      { name: "tenantId", secret: false },
      { name: "apiKey", secret: true },
    ],
    keyGuide: { url: "https://www.weclapp.com/api/", steps: ["My settings", "API"] },
    headers: { authenticationtoken: "{apiKey}" },
  },
  needs: [],
  proof: currentUser,
  user,
} satisfies Partial<Connector>;
