import type { Connector } from "../../contract/connector.ts";
import type { UserInfo } from "../../contract/records/connection.ts";
import { type Session } from "../../contract/session.ts";
import { personName } from "./fields.ts";
import type { User } from "./types.ts";

const currentUser = "/user/currentUser";

async function user(session: Session): Promise<UserInfo> {
  const { result = { id: "" } } = (await session.read(currentUser)) as { readonly result?: User };
  const name = personName(result);
  return {
    ...(result.id !== "" && { id: result.id }),
    ...(name !== "" && { name }),
    ...(result.lastName && { family_name: result.lastName }),
  };
}

/** Each customer has a host of their own, and a user's token opens one of them. */
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
