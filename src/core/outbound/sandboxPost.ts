/** Sends the webhooks of the sandbox, which runs in this process. */
import type { ServiceUrls } from "../../contract/signIn.ts";
import type { Outbound, OutboundRequest } from "./client.ts";

type Post = Pick<OutboundRequest, "headers" | "body" | "deadlineMs"> & { readonly url: string };

const longestAnswer = 64 * 1024;

/** Reaches this service's own webhook URLs, and otherwise only what callers' URLs may reach: anybody can enter URLs there. */
export function sandboxPost({ fetchBytes }: Outbound, facts: () => ServiceUrls) {
  return async ({ url, ...post }: Post): Promise<{ status: number; text: string }> => {
    const { publicUrl, ownUrl } = facts();
    const { href } = new URL(url);
    const isOurs = href.startsWith(`${publicUrl}/events/`);
    const target = isOurs
      ? ({ url: ownUrl + href.slice(publicUrl.length), purpose: "vendor" } as const)
      : ({ url: href, purpose: "supplied" } as const);
    const { status, bytes } = await fetchBytes({ ...post, ...target, method: "POST", maxBytes: longestAnswer });
    return { status, text: bytes.toString("utf8") };
  };
}
