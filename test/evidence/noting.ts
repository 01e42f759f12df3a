/** Notes every request to a program with its reply, in the form of evidence files. */
import type { Outbound } from "../../src/core/outbound/client.ts";
import type { Target } from "../../src/core/session/target.ts";
import type { Exchange, SeenReply } from "./files.ts";

/** Credentials of the program by the value that stands for each in evidence files. */
export type Replacements = ReadonlyMap<string, string>;

export interface Noting {
  readonly outbound: Outbound;
  /** In the order of the requests. */
  readonly exchanges: readonly Exchange[];
}

export function noting(outbound: Outbound, target: Pick<Target, "base">, replacements: Replacements): Noting {
  const exchanges: Exchange[] = [];
  const without = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (_name, part: unknown) =>
        typeof part === "string" ? (replacements.get(part) ?? part) : part,
      ),
    );
  return {
    exchanges,
    outbound: {
      ...outbound,
      fetchBytes: async (request) => {
        const answer = await outbound.fetchBytes(request);
        const { url, method, body } = request;
        const { pathname, searchParams } = new URL(typeof url === "string" ? url : url.origin + url.path);
        const query = Object.fromEntries(searchParams);
        exchanges.push({
          request: {
            ...(method !== "GET" && { method }),
            path: pathname.slice(target.base.length),
            ...(Object.keys(query).length > 0 && { query }),
            ...(typeof body === "string" && { body: without(JSON.parse(body)) }),
          },
          reply: replyOf(answer.status, answer.bytes.toString(), without),
        });
        return answer;
      },
    },
  };
}

function replyOf(status: number, text: string, without: (value: unknown) => unknown): SeenReply {
  const shown = status === 200 ? {} : { status };
  try {
    return { ...shown, body: without(JSON.parse(text)) };
  } catch {
    return { ...shown, text };
  }
}
