/** The Python and PHP clients: generated from today's description, and run against the sandbox where the language is installed. */
import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generatedFiles } from "../../packages/generate/files.ts";
import { serveHttp } from "../support/loopback.ts";
import { type Service, startService } from "../support/service.ts";

const packages = join(import.meta.dirname, "../../packages");
const run = promisify(execFile);

test.each(Object.entries(generatedFiles()))("%s is up to date (npm run clients)", async (path, text) => {
  expect(await readFile(join(packages, path), "utf8")).toBe(text);
});

let service: Service;
beforeAll(async () => {
  service = await startService({}, { worker: true });
});
afterAll(() => service.stop());

interface Language {
  readonly isInstalled: boolean;
  readonly run: (program: string, env?: Readonly<Record<string, string>>) => Promise<unknown>;
}

const answerOf = ({ stdout }: { readonly stdout: string }): unknown => JSON.parse(stdout);
const settings = (env: Readonly<Record<string, string>>) => ({
  env: {
    ...process.env,
    KONTOR_URL: service.url,
    API_KEY: service.keys.apiKey,
    ACCOUNT_KEY: service.keys.accountKey,
    PYTHONPATH: join(packages, "python"),
    ...env,
  },
});

const pythonHead = `import json, os
from kontor import *
kontor = Kontor(os.environ["KONTOR_URL"], os.environ.get("API_KEY"), os.environ.get("ACCOUNT_KEY"))
`;
const python: Language = {
  isInstalled: spawnSync("python3", ["--version"]).status === 0,
  run: async (program, env = {}) => answerOf(await run("python3", ["-B", "-c", pythonHead + program], settings(env))),
};

const phpHead = `require ${JSON.stringify(join(packages, "php/autoload.php"))};
use Kontor\\{Kontor, File, Options, KontorError, ConnectionFailed, Webhook, WebhookVerificationError};
$kontor = new Kontor(getenv("KONTOR_URL"), getenv("API_KEY") ?: null, getenv("ACCOUNT_KEY") ?: null);
`;
const php: Language = {
  isInstalled: spawnSync("php", ["-r", "exit(extension_loaded('curl') ? 0 : 1);"]).status === 0,
  run: async (program, env = {}) =>
    answerOf(
      await run(
        "php",
        ["-d", "error_reporting=-1", "-d", "display_errors=stderr", "-r", phpHead + program],
        settings(env),
      ),
    ),
};

interface Programs {
  readonly language: Language;
  /** Creates a customer twice with one key, reads all journal entries, and is refused once. */
  readonly everyday: string;
  /** Reads the event log to its end. */
  readonly events: string;
  /** Reads a list that exists only as a task. */
  readonly task: string;
  /** Sends a write to a server that fails twice. */
  readonly retried: string;
  /** Uploads a file, and an expense with a file. */
  readonly files: string;
  /** Verifies the delivery in RECEIVED, and a changed one. */
  readonly verify: string;
}

const programs: Readonly<Record<string, Programs>> = {
  Python: {
    language: python,
    everyday: `
body = {"contactType": "COMPANY", "companyName": "Einmal GmbH"}
first = kontor.customers.create(body, options=Options(idempotency_key="python-1"))
second = kontor.customers.create(body, options=Options(idempotency_key="python-1"))
entries = sum(1 for entry in kontor.journal_entries.all() if entry["id"])
total = kontor.journal_entries.list(limit=5).meta["pagination"]["total"]
try:
    kontor.invoices.list(limit=7)
except KontorError as error:
    refusal = [error.code, error.field, error.next, error.request_id is not None]
link = kontor.auth.link("sandbox", end_user_id="u-1", callback_url="http://127.0.0.1:9/back")
print(json.dumps({"same": first.data["id"] == second.data["id"], "all": entries == total > 100, "refusal": refusal,
  "link": link.data["url"].startswith(os.environ["KONTOR_URL"])}))`,
    events: `print(json.dumps([event["id"] for event in kontor.events.all(cursor="0")]))`,
    task: `print(json.dumps(sum(1 for entry in kontor.journal_entries.all(fiscal_year_start_date="2026-01-01")) > 100))`,
    retried: `print(json.dumps(kontor.invoices.create({"currency": "EUR"}).data))`,
    files: `
file = File("receipt.pdf", b"%PDF-1.4", "application/pdf")
uploaded = kontor.files.create({"file": file, "documentType": "RECEIPT"})
expense = kontor.expenses.create({"type": "EXPENSE"}, files=[file])
print(json.dumps([uploaded.status, expense.status]))`,
    verify: `
received = json.loads(os.environ["RECEIVED"])
body = received["body"].encode()
event = verify_webhook(received["headers"], body, os.environ["SECRET"])
try:
    verify_webhook(received["headers"], body + b" ", os.environ["SECRET"])
except WebhookVerificationError:
    print(json.dumps({"event": isinstance(event, (dict, list)), "forged": "refused"}))`,
  },
  PHP: {
    language: php,
    everyday: `
$body = ["contactType" => "COMPANY", "companyName" => "Einmal GmbH"];
$first = $kontor->customers->create($body, options: new Options(idempotencyKey: "php-1"));
$second = $kontor->customers->create($body, options: new Options(idempotencyKey: "php-1"));
$entries = 0;
foreach ($kontor->journalEntries->all() as $entry) { $entries += isset($entry["id"]) ? 1 : 0; }
$total = $kontor->journalEntries->list(["limit" => 5])->meta["pagination"]["total"];
try {
    $kontor->invoices->list(["limit" => 7]);
} catch (KontorError $error) {
    $refusal = [$error->problemCode, $error->field, $error->next, $error->requestId !== null];
}
$link = $kontor->auth->link("sandbox", ["endUserId" => "u-1", "callbackUrl" => "http://127.0.0.1:9/back"]);
echo json_encode(["same" => $first->data["id"] === $second->data["id"], "all" => $entries === $total && $total > 100,
  "refusal" => $refusal, "link" => str_starts_with($link->data["url"], getenv("KONTOR_URL"))]);`,
    events: `
$ids = [];
foreach ($kontor->events->all(["cursor" => "0"]) as $event) { $ids[] = $event["id"]; }
echo json_encode($ids);`,
    task: `echo json_encode(iterator_count($kontor->journalEntries->all(["fiscalYearStartDate" => "2026-01-01"])) > 100);`,
    retried: `echo json_encode($kontor->invoices->create(["currency" => "EUR"])->data);`,
    files: `
$file = new File("receipt.pdf", "%PDF-1.4", "application/pdf");
$uploaded = $kontor->files->create(["file" => $file, "documentType" => "RECEIPT"]);
$expense = $kontor->expenses->create(["type" => "EXPENSE"], files: [$file]);
echo json_encode([$uploaded->status, $expense->status]);`,
    verify: `
$received = json_decode(getenv("RECEIVED"), true);
$event = Webhook::verify($received["headers"], $received["body"], getenv("SECRET"));
try {
    Webhook::verify($received["headers"], $received["body"] . " ", getenv("SECRET"));
} catch (WebhookVerificationError) {
    echo json_encode(["event" => is_array($event), "forged" => "refused"]);
}`,
  },
};

/** The program of a README, with the keys of the test. */
async function readmeProgram(folder: string, fence: RegExp): Promise<string> {
  const text = await readFile(join(packages, folder, "README.md"), "utf8");
  const [, sample = ""] = fence.exec(text) ?? [];
  return sample
    .replace("http://127.0.0.1:3000", service.url)
    .replace("kapi_…", service.keys.apiKey)
    .replace("kacc_…", service.keys.accountKey);
}

const readmes = [
  {
    name: "Python",
    start: async () => ["python3", "-B", "-c", await readmeProgram("python", /```python\n([^]*?)```/)],
    isInstalled: python.isInstalled,
  },
  {
    name: "PHP",
    start: async () => {
      const program = await readmeProgram("php", /```php\n([^]*?)```/);
      return ["php", "-r", `require ${JSON.stringify(join(packages, "php/autoload.php"))};\n${program}`];
    },
    isInstalled: php.isInstalled,
  },
];

for (const { name, start, isInstalled } of readmes)
  test.skipIf(!isInstalled)(`the program of the ${name} README creates an invoice and lists it`, async () => {
    const [command = "", ...parameters] = await start();
    const { stdout } = await run(command, parameters, settings({}));
    const [created = "", ...listed] = stdout.trim().split("\n");
    expect(created).toMatch(/stored as sent/);
    expect(listed.length).toBeGreaterThan(0);
  });

for (const [name, { language, ...program }] of Object.entries(programs))
  describe.skipIf(!language.isInstalled)(`the ${name} client (skipped where ${name} is not installed)`, () => {
    test("writes once, reads all pages, and returns code, field and remedy of a refusal", async () => {
      expect(await language.run(program.everyday)).toEqual({
        same: true,
        all: true,
        refusal: ["invalid_request", "limit", "fix", true],
        link: true,
      });
    });

    test("reads lists that exist only as a task", async () => {
      const ACCOUNT_KEY = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
      expect(await language.run(program.task, { ACCOUNT_KEY })).toBe(true);
    });

    test("follows the cursor of the event log to its end", async () => {
      const asked: (string | null)[] = [];
      const pages: Readonly<Record<string, object>> = {
        "0": { data: [{ id: "1" }, { id: "2" }], meta: { cursor: "2" } },
        "2": { data: [{ id: "3" }], meta: { cursor: "3" } },
        "3": { data: [], meta: { cursor: "3" } },
      };
      const server = await serveHttp(({ url = "" }, response) => {
        const cursor = new URL(url, "http://127.0.0.1").searchParams.get("cursor");
        asked.push(cursor);
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(pages[cursor ?? ""]));
      });
      try {
        expect(await language.run(program.events, { KONTOR_URL: server.url })).toEqual(["1", "2", "3"]);
      } finally {
        await server.close();
      }
      expect(asked).toEqual(["0", "2", "3"]);
    });

    test("repeats a write with its key, as soon as the server says", async () => {
      const keys: unknown[] = [];
      const server = await serveHttp((request, response) => {
        keys.push(request.headers["idempotency-key"]);
        request.resume();
        if (keys.length === 1) {
          request.socket.destroy();
          return;
        }
        const isDone = keys.length === 3;
        response.writeHead(isDone ? 201 : 503, { "content-type": "application/json", "retry-after": "0" });
        response.end(JSON.stringify(isDone ? { data: { id: "1" } } : { errors: [{ code: "unavailable" }] }));
      });
      try {
        expect(await language.run(program.retried, { KONTOR_URL: server.url })).toEqual({ id: "1" });
      } finally {
        await server.close();
      }
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[\w-]{32,}$/);
    });

    test("sends files beside a body and as a body", async () => {
      const bodies: string[] = [];
      const server = await serveHttp((request, response) => {
        let body = "";
        request.setEncoding("latin1").on("data", (chunk: string) => (body += chunk));
        request.on("end", () => {
          bodies.push(body);
          response.writeHead(201, { "content-type": "application/json" }).end('{"data":{}}');
        });
      });
      try {
        expect(await language.run(program.files, { KONTOR_URL: server.url })).toEqual([201, 201]);
      } finally {
        await server.close();
      }
      expect(bodies[0]).toMatch(/name="file"; filename="receipt.pdf"[^]*%PDF-1.4[^]*name="documentType"[^]*RECEIPT/);
      expect(bodies[1]).toMatch(/name="expense"[^]*application\/json[^]*name="files\[\]"; filename="receipt.pdf"/);
    });

    test("verifies a delivered webhook", async () => {
      const received: { readonly headers: unknown; readonly body: string }[] = [];
      const receiver = await serveHttp((request, response) => {
        let body = "";
        request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
        request.on("end", () => {
          received.push({ headers: request.headers, body });
          response.end();
        });
      });
      try {
        const call = (path: string, body?: object) =>
          fetch(`${service.url}${path}`, {
            method: "POST",
            headers: {
              "x-api-key": service.keys.apiKey,
              "x-account-key": service.keys.accountKey,
              "content-type": "application/json",
            },
            body: JSON.stringify(body ?? {}),
          });
        const created = await call("/webhooks", { callbackUrl: receiver.url, resource: "CUSTOMER" });
        const { data } = (await created.json()) as { readonly data: { readonly id: string; readonly secret: string } };
        await call(`/webhooks/${data.id}/test`);
        await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThan(0);
        const env = { RECEIVED: JSON.stringify(received[0]), SECRET: data.secret };
        expect(await language.run(program.verify, env)).toEqual({ event: true, forged: "refused" });
      } finally {
        await receiver.close();
      }
    });
  });
