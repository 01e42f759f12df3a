/** Alerts of opened issues, as a webhook and a mailbox receive them. */
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Service, startService } from "../support/service.ts";

interface Alert {
  readonly text: string;
  readonly issues: readonly { readonly title: string; readonly actor: string; readonly tenant: string }[];
}

const posted: Alert[] = [];
const mails: string[] = [];
let mailIsDown = true;
let receiver: Loopback;
let mailServer: SMTPServer;
let service: Service;

const textOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** `done` accepts the mail, or refuses it with an error. */
async function receive(stream: AsyncIterable<Buffer>, done: (error?: Error) => void): Promise<void> {
  const mail = await textOf(stream);
  if (mailIsDown) return done(new Error("try again later"));
  mails.push(mail);
  return done();
}

beforeAll(async () => {
  receiver = await serveHttp(async (request, response) => {
    posted.push(JSON.parse(await textOf(request)) as Alert);
    response.end();
  });
  mailServer = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      done(username === "kontor" && password === "secret" ? null : new Error("refused"), { user: username }),
    onData: (stream, _session, done) => void receive(stream, done),
  });
  await new Promise<void>((resolve) => mailServer.listen(0, "127.0.0.1", resolve));
  const address = mailServer.server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const settings = {
    ALERT_WEBHOOK_URL: `${receiver.url}/alerts`,
    SMTP_URL: `smtp://kontor:secret@127.0.0.1:${port}`,
    ALERT_EMAIL_TO: "operator@kontor.example",
  };
  service = await startService(settings, { worker: true });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await new Promise<void>((resolve) => mailServer.close(resolve));
});

/** A sign-in that expired a while ago. */
async function expireSignIn(): Promise<void> {
  const { database } = service.storage;
  await database.query("UPDATE connections SET state = 'needs_reauth'");
  const count = async () => (await database.query("SELECT FROM issues WHERE kind = 'sign_in_needed'")).rowCount;
  await expect.poll(count).toBe(1);
  await database.query("UPDATE issues SET first_seen = first_seen - interval '1 minute'");
}

test("an opened issue is posted once, and mailed again until the mail is accepted", async () => {
  await expireSignIn();
  await expect.poll(() => posted).toHaveLength(1);
  expect(posted[0]?.issues).toMatchObject([{ actor: "end_user", tenant: "Demo" }]);
  expect(posted[0]?.text).toContain("no longer accepts the sign-in of");
  expect(posted[0]?.text).toContain("To act: the end user.");
  expect(posted[0]?.text).toContain("/console/issues");
  expect(mails).toEqual([]);
  mailIsDown = false;
  await expect.poll(() => mails).toHaveLength(1);
  expect(mails[0]).toContain("To: operator@kontor.example");
  expect(mails[0]).toMatch(/Subject: Kontor: .*no longer accepts/);
  // The mail came with a later run, which posted nothing again.
  expect(posted).toHaveLength(1);
});
