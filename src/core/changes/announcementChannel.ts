/** One WebSocket to a vendor that announces changes: from the greeting until it is closed. */
import type { Announcement, Announcements } from "../../contract/announcements.ts";
import type { Secret } from "../secrets/secret.ts";

/** A connection with the access token that the vendor shall listen to. */
export interface Member {
  readonly connectionId: string;
  readonly accessToken: Secret;
}

export interface ChannelOptions {
  readonly announcements: Announcements;
  readonly url: string;
  readonly clientSecret: Secret;
  readonly members: readonly Member[];
  /** Called with the connections whose records have changed. */
  readonly onChanged: (connectionIds: readonly string[]) => void;
}

export interface Channel {
  /** The connections of which the vendor has accepted the access token. */
  readonly connectionIds: readonly string[];
  /** Why the channel has ended. Undefined while it is open. */
  fault(): Error | undefined;
  close(): void;
}

/** The vendor does not accept these access tokens. Without them, it might accept the others. */
export class TokensRefused extends Error {
  readonly members: readonly Member[];
  constructor(reason: string, members: readonly Member[]) {
    super(reason);
    this.members = members;
  }
}

/** From the first message until the vendor listens. */
const longestGreetingMs = 30_000;
/** Announcements are short. The reply to the greeting names every access token. */
const longestMessage = 10_000_000;

/** Resolves when the vendor announces changes. */
export function openChannel(options: ChannelOptions): Promise<Channel> {
  const { announcements, members } = options;
  const socket = new WebSocket(options.url);
  const connectionsOf = new Map<string, string[]>();
  let fault: Error | undefined;

  return new Promise((resolve, reject) => {
    /** The first reason is the cause of the others. Once the channel is open, rejecting has no effect. */
    const end = (reason: Error): void => {
      fault ??= reason;
      clearTimeout(timer);
      socket.close();
      reject(fault);
    };
    const timer = setTimeout(() => end(new Error("The vendor did not begin to listen in time.")), longestGreetingMs);

    const addCompany = (company: string, accessToken: string): void => {
      const found = members.filter((member) => member.accessToken.reveal() === accessToken);
      // Two connections may be to the same company.
      const known = connectionsOf.get(company) ?? [];
      connectionsOf.set(company, [...known, ...found.map(({ connectionId }) => connectionId)]);
    };
    const begin = (): void => {
      clearTimeout(timer);
      resolve({
        connectionIds: [...connectionsOf.values()].flat(),
        fault: () => fault,
        close: () => socket.close(),
      });
    };
    const refuse = ({ reason, accessTokens }: NonNullable<Announcement["refused"]>): void => {
      const refused = members.filter(({ accessToken }) => accessTokens.includes(accessToken.reveal()));
      end(new TokensRefused(`The vendor refused to announce changes: ${reason}`, refused));
    };
    const take = ({ companies = [], isListening, changed = "", refused, reply }: Announcement): void => {
      if (refused !== undefined) return refuse(refused);
      for (const { company, accessToken } of companies) addCompany(company, accessToken);
      if (reply !== undefined) socket.send(JSON.stringify(reply));
      if (isListening) begin();
      options.onChanged(connectionsOf.get(changed) ?? []);
    };

    socket.addEventListener("open", () => {
      const accessTokens = members.map(({ accessToken }) => accessToken.reveal());
      socket.send(JSON.stringify(announcements.greet({ clientSecret: options.clientSecret.reveal(), accessTokens })));
    });
    socket.addEventListener("message", ({ data }) => {
      if (fault !== undefined) return;
      try {
        if (typeof data !== "string" || data.length > longestMessage) throw new Error("It is not a short text.");
        take(announcements.read(JSON.parse(data)));
      } catch (error) {
        end(new Error("An announcement of the vendor could not be read.", { cause: error }));
      }
    });
    socket.addEventListener("error", () => end(new Error("The WebSocket to the vendor failed.")));
    socket.addEventListener("close", ({ code }) => end(new Error(`The vendor closed the WebSocket (${code}).`)));
  });
}
