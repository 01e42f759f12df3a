/** The webhook and the mailbox that receive alerts. */
import type { Outbound } from "../outbound/client.ts";
import type { Alert, AlertChannel, AlertedIssue } from "./alerts.ts";

const deadlineMs = 20_000;

/** `text` makes the body readable for chat services that accept webhooks. */
export const webhookChannel = (outbound: Pick<Outbound, "fetchBytes">, url: string): AlertChannel => ({
  name: "webhook",
  send: async (alert) => {
    const { status } = await outbound.fetchBytes({
      method: "POST",
      url,
      headers: { "content-type": "application/json", "user-agent": "kontor" },
      body: JSON.stringify({ text: textOf(alert), ...alert }),
      deadlineMs,
      maxBytes: 64 * 1024,
      // The operator's own URL, which may be inside the network.
      purpose: "vendor",
    });
    if (status < 200 || status > 299) throw new Error(`The alert webhook answered with status ${status}.`);
  },
});

export interface Mail {
  readonly server: string;
  readonly from: string;
  readonly to: string;
}

/** The package is loaded with the first mail. */
export const mailChannel = ({ server, from, to }: Mail): AlertChannel => ({
  name: "email",
  send: async (alert) => {
    const { createTransport } = await import("nodemailer");
    const transport = createTransport(server, { from, disableFileAccess: true, disableUrlAccess: true });
    try {
      await transport.sendMail({ to, subject: `Kontor: ${alert.summary}`.slice(0, 200), text: textOf(alert) });
    } finally {
      transport.close();
    }
  },
});

const actors: Readonly<Record<string, string>> = {
  end_user: "the end user",
  operator: "you, the operator",
  platform: "the platform",
  vendor: "the vendor",
};

const textOf = ({ issues, url }: Alert): string => [...issues.map(paragraphOf), url].join("\n\n");

const paragraphOf = ({ title, actor, tenant }: AlertedIssue): string =>
  `${title}.\nPlatform: ${tenant}. To act: ${actors[actor] ?? actor}.`;
