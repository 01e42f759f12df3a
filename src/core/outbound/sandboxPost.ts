/** How a system that shares our port tells others of its changes. */
import type { ServiceUrls } from "../../contract/signIn.ts";
import type { Outbound, OutboundRequest } from "./client.ts";

type Post = Pick<OutboundRequest, "headers" | "body" | "deadlineMs"> & { readonly url: string };

const longestAnswer = 64 * 1024;

/** It reaches the addresses that we gave it, and otherwise what any caller may have us reach: its addresses are anybody's. */
export function sandboxPost({ fetchBytes }: Outbound, facts: () => ServiceUrls) {
  return async ({ url, ...post }: Post): Promise<{ status: number; text: string }> => {
    const { publicUrl, ownUrl } = facts();
    const { href } = new URL(url);
    const isOurs = href.startsWith(`${publicUrl}/events/`);
    const place = isOurs
      ? ({ url: ownUrl + href.slice(publicUrl.length), purpose: "vendor" } as const)
      : ({ url: href, purpose: "supplied" } as const);
    const { status, bytes } = await fetchBytes({ ...post, ...place, method: "POST", maxBytes: longestAnswer });
    return { status, text: bytes.toString("utf8") };
  };
}
