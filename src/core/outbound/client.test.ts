import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { LookupFunction } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Loopback, serveGreeting, serveHttp, serveSocket } from "../../../test/support/loopback.ts";
import { type Outbound, type OutboundOptions, type OutboundRequest, openHttpClient } from "./client.ts";
import { OutboundFault } from "./exchange.ts";

let canary: Loopback;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  canary = await serveHttp((_request, response) => response.end("reached"));
});
afterEach(async () => {
  for (const resource of opened.splice(0)) await resource.close();
});
afterAll(() => canary.close());

function open(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = openHttpClient({ allowPrivate: false, ...options });
  opened.push(outbound);
  return outbound;
}

const supplied = (url: string): OutboundRequest => ({
  method: "GET",
  url,
  deadlineMs: 3000,
  maxBytes: 1000,
  purpose: "supplied",
});

const fault = (doing: Promise<unknown>): Promise<OutboundFault> =>
  doing.then(
    () => expect.fail("it should have been refused"),
    (error: unknown) => (error instanceof OutboundFault ? error : expect.fail(String(error))),
  );

/** Waits until that many bytes have arrived: data that a server has written may still be in transit. */
function bytesArrived(bytes: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = bytes;
  const count = (message: unknown): void => {
    left -= (message as { chunk: Buffer }).chunk.length;
    if (left > 0) return;
    unsubscribe(chunks, count);
    resolve();
  };
  subscribe(chunks, count);
  return promise;
}

const chunks = "undici:request:bodyChunkReceived";

/** Resolves every name to these addresses, one list for each lookup. */
const answering = (...answers: string[][]): LookupFunction & { lookups: () => number } => {
  let lookups = 0;
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const found = answers[Math.min(lookups++, answers.length - 1)] ?? [];
    const addresses = found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
  };
  return Object.assign(lookup, { lookups: () => lookups });
};

test("refuses the addresses of this machine and of its public URL, unless the operator allows them", async () => {
  const host = { interfaces: () => ["127.0.0.1", "8.8.8.8"], publicUrl: "https://kontor.example/service" };
  const outbound = open({ ...host, lookup: answering(["9.9.9.9"]) });
  for (const url of ["http://8.8.8.8/", "http://[::ffff:8.8.8.8]/", "http://9.9.9.9/", "http://somewhere.example/"]) {
    expect((await fault(outbound.checkSuppliedUrl(url))).reason, url).toBe("refused");
    expect((await fault(outbound.fetchBytes(supplied(url)))).reason, url).toBe("refused");
  }
  await outbound.checkSuppliedUrl("http://9.9.9.10/");
  const allowing = open({ ...host, allowPrivate: ["9.9.9.9"], lookup: answering(["9.9.9.9"]) });
  await allowing.checkSuppliedUrl("http://9.9.9.9/");
  await allowing.checkSuppliedUrl("http://somewhere.example/");
  expect((await fault(allowing.checkSuppliedUrl("http://8.8.8.8/"))).reason).toBe("refused");
});

/** Literal private hosts, in spellings that have fooled other checks. */
const insideHosts = `
  127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.1 0x7f.0.0.1 0177.0.0.1
  017700000001 0177.1 00000177.0x0.1 127.0x0.0.01 0 0.0.0.0 0x0 0.1.2.3 １２７.０.０.１ 127。0。0。1 ①②⑦.⓪.⓪.①
  %31%32%37.0.0.1 127%2E0%2E0%2E1 127．0．0．1 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1
  192.168.1.254 0xa000001 012.1.1.1 169.254.169.254 169.254.0.1 2852039166 0xA9FEA9FE 0251.0376.0251.0376
  100.64.0.1 100.100.100.200 192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1
  255.255.255.255 168.63.129.16 192.88.99.1 [::1] [::] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [::FFFF:a9fe:a9fe] [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1]
  [64:ff9b::a9fe:a9fe] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:a9fe:a9fe::1] [2001:0:7f00:1::] [fe80::1]
  [fec0::1] [fc00::1] [fd00:ec2::254] [ff02::1] [100::1] [2001:db8::1] [2001:470::5efe:127.0.0.1] [5f00::1]
`
  .trim()
  .split(/\s+/);

/** Invalid URLs: another protocol, a user name, empty. */
const oddUrls = (port: number): string[] => [
  `ftp://127.0.0.1:${port}/`,
  "file:///etc/hostname",
  `gopher://127.0.0.1:${port}/`,
  "data:text/plain,hello",
  "javascript:alert(1)",
  `unix:/run/some.sock:/`,
  `http://public.test@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}@public.test/`,
  `http://user:word@public.test/`,
  `http://public.test\\@127.0.0.1:${port}/`,
  `http://[fe80::1%25eth0]:${port}/`,
  `http://[::1`,
  "http://",
  "//127.0.0.1/",
  "/path",
  "",
];

test("refuses private addresses in every spelling", async () => {
  const urls = insideHosts.flatMap((host) => [`http://${host}:${canary.port}/`, `https://${host}:${canary.port}/x?y`]);
  urls.push(...oddUrls(canary.port));
  const outbound = open({ lookup: answering(["127.0.0.1"]) });
  const before = canary.hits();
  for (const url of urls) {
    const used = await fault(outbound.fetchBytes(supplied(url)));
    const checked = await fault(outbound.checkSuppliedUrl(url));
    expect({ url, used: used.reason, checked: checked.reason }).toEqual({ url, used: "refused", checked: "refused" });
  }
  expect(urls.length).toBeGreaterThanOrEqual(120);
  expect(canary.hits()).toBe(before);
});

test.each([
  ["a private address", [["127.0.0.1"]]],
  ["a private address mapped to IPv6", [["::ffff:127.0.0.1"]]],
  ["a private address among public ones", [["93.184.215.14", "127.0.0.1"]]],
  ["an address with a zone", [["fe80::1%lo"]]],
  ["an incomplete address", [["127.1"]]],
])("refuses a name that resolves to %s", async (_what, answers) => {
  const outbound = open({ lookup: answering(...answers) });
  const before = canary.hits();
  expect((await fault(outbound.fetchBytes(supplied(`http://name.test:${canary.port}/`)))).reason).toBe("refused");
  expect((await fault(outbound.checkSuppliedUrl(`https://name.test/`))).reason).toBe("refused");
  expect(canary.hits()).toBe(before);
});

test("refuses a name that resolves to another address after the check", async () => {
  const lookup = answering(["93.184.215.14"], ["127.0.0.1"]);
  const outbound = open({ lookup });
  const before = canary.hits();
  await outbound.checkSuppliedUrl(`http://name.test:${canary.port}/`);
  expect((await fault(outbound.fetchBytes(supplied(`http://name.test:${canary.port}/`)))).reason).toBe("refused");
  expect(lookup.lookups()).toBe(2);
  expect(canary.hits()).toBe(before);
});

test("closes the connection to an unexpected peer before sending anything", async () => {
  let reads = 0;
  const fickle = {
    get address() {
      return reads++ === 0 ? "93.184.215.14" : "127.0.0.1";
    },
    family: 4,
  };
  let chunksReceived = 0;
  const server = await serveGreeting(() => chunksReceived++);
  opened.push(server);
  const outbound = open({ lookup: (_name, _options, callback) => callback(null, [fickle]) });
  for (const scheme of ["http", "https"]) {
    reads = 0;
    const refused = await fault(outbound.fetchBytes(supplied(`${scheme}://name.test:${server.port}/`)));
    expect(refused.reason).toBe("refused");
  }
  expect(server.hits()).toBe(2);
  expect(chunksReceived).toBe(0);
});

test("refuses host names that the system resolves to private addresses", async () => {
  const outbound = open();
  const before = canary.hits();
  for (const host of ["localhost", "LOCALHOST", "localhost."])
    expect((await fault(outbound.fetchBytes(supplied(`http://${host}:${canary.port}/`)))).reason).toMatch(
      /refused|network/,
    );
  expect(canary.hits()).toBe(before);
});

test("does not refuse a name that cannot be resolved", async () => {
  const lookup: LookupFunction = (_name, _options, callback) =>
    callback(Object.assign(new Error("no"), { code: "ENOTFOUND" }), "");
  await expect(open({ lookup }).checkSuppliedUrl("https://later.test/hook")).resolves.toBeUndefined();
});

test.each([
  ["everything", true],
  ["its network", ["10.0.0.0/8", "127.0.0.0/8"]],
  ["its address", ["127.0.0.1"]],
])("reaches a private address if the operator allows %s", async (_what, allowPrivate) => {
  const outbound = open({ allowPrivate, lookup: answering(["127.0.0.1"]) });
  for (const host of ["127.0.0.1", "2130706433", "name.test"]) {
    await outbound.checkSuppliedUrl(`http://${host}:${canary.port}/`);
    const answer = await outbound.fetchBytes(supplied(`http://${host}:${canary.port}/`));
    expect(answer.bytes.toString()).toBe("reached");
  }
});

test("refuses private addresses that the operator does not allow", async () => {
  const outbound = open({ allowPrivate: ["10.0.0.0/8", "fd00::/8"] });
  expect((await fault(outbound.fetchBytes(supplied(canary.url)))).reason).toBe("refused");
  expect((await fault(outbound.checkSuppliedUrl("http://user@10.0.0.1/"))).reason).toBe("refused");
  await outbound.checkSuppliedUrl("http://10.1.2.3/");
  await outbound.checkSuppliedUrl("http://[fd00::1]/");
});

test("starts TLS on the checked connection", async () => {
  const greeting = Promise.withResolvers<Buffer>();
  const server = await serveGreeting(greeting.resolve);
  opened.push(server);
  const outbound = open({ allowPrivate: true, lookup: answering(["127.0.0.1"]) });
  expect((await fault(outbound.fetchBytes(supplied(`https://name.test:${server.port}/`)))).reason).toBe("network");
  const bytes = await greeting.promise;
  expect(bytes[0]).toBe(0x16);
  expect(bytes.includes("name.test")).toBe(true);
});

test("returns redirects as responses and does not follow them", async () => {
  const server = await serveHttp((_request, response) => response.writeHead(302, { location: `${canary.url}/` }).end());
  opened.push(server);
  const before = canary.hits();
  const outbound = open({ allowPrivate: true });
  expect(await outbound.fetchBytes(supplied(server.url))).toMatchObject({ status: 302 });
  expect(canary.hits()).toBe(before);
});

test("does not check vendors' addresses, and reuses connections", async () => {
  const outbound = open();
  const before = canary.hits();
  for (let n = 0; n < 10; n++)
    expect((await outbound.fetchBytes({ ...supplied(canary.url), purpose: "vendor" })).bytes.toString()).toBe(
      "reached",
    );
  // An immediate second request may find the first connection not yet returned to the pool.
  expect(canary.hits() - before).toBeLessThanOrEqual(2);
});

test("sends the method, headers and body, and returns the status and headers", async () => {
  const server = await serveHttp((request, response) => {
    request
      .setEncoding("utf8")
      .once("data", (body: string) =>
        response
          .writeHead(201, { "x-seen": `${request.method} ${request.url} ${String(request.headers["x-sent"])} ${body}` })
          .end("ok"),
      );
  });
  opened.push(server);
  const request = { method: "POST", headers: { "x-sent": "a" }, body: "{}", purpose: "vendor" } as const;
  const answer = await open().fetchBytes({ ...supplied(`${server.url}/p?q=1`), ...request });
  expect(answer).toMatchObject({ status: 201, headers: { "x-seen": "POST /p?q=1 a {}" } });
  expect(answer.bytes.toString()).toBe("ok");
});

const text = "a tulip is a flower. ".repeat(40);

test.each([
  ["gzip", gzipSync(text)],
  ["x-gzip", gzipSync(text)],
  ["br", brotliCompressSync(text)],
  ["deflate", deflateSync(text)],
  ["deflate", deflateRawSync(text)],
  ["identity", Buffer.from(text)],
])("decompresses %s", async (encoding, bytes) => {
  const server = await serveHttp((_request, response) =>
    response.writeHead(200, { "content-encoding": encoding }).end(bytes),
  );
  opened.push(server);
  const answer = await open({ allowPrivate: true }).fetchBytes(supplied(server.url));
  expect(answer.bytes.toString()).toBe(text);
});

test.each([
  ["a gzip bomb", "gzip", gzipSync(Buffer.alloc(50_000_000)), "tooLarge"],
  ["a brotli bomb", "br", brotliCompressSync(Buffer.alloc(50_000_000)), "tooLarge"],
  ["a truncated body", "gzip", gzipSync(text).subarray(0, 40), "garbled"],
  ["noise", "gzip", Buffer.from("not gzip at all"), "garbled"],
  ["an unknown encoding", "zpaq", Buffer.from("x"), "garbled"],
  ["two encodings", "gzip, gzip", gzipSync(gzipSync(text)), "garbled"],
])("reports %s as a fault", async (_what, encoding, bytes, reason) => {
  const server = await serveHttp((_request, response) =>
    response.writeHead(200, { "content-encoding": encoding }).end(bytes),
  );
  opened.push(server);
  const outbound = open({ allowPrivate: true });
  expect((await fault(outbound.fetchBytes({ ...supplied(server.url), maxBytes: 100_000 }))).reason).toBe(reason);
});

test("assembles a body from millions of tiny chunks", async () => {
  const server = await serveSocket((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    socket.write("1\r\na\r\n".repeat(100_000));
    socket.end("0\r\n\r\n");
  });
  opened.push(server);
  const answer = await open({ allowPrivate: true }).fetchBytes({ ...supplied(server.url), maxBytes: 100_000 });
  expect(answer.bytes.equals(Buffer.alloc(100_000, "a"))).toBe(true);
});

test("shares memory between responses: accepts small ones while large ones are refused", async () => {
  const server = await serveHttp((request, response) => {
    if (request.url === "/small") return response.end("small");
    response.write(Buffer.alloc(600_000));
    return request.url === "/first" || response.end(Buffer.alloc(600_000));
  });
  opened.push(server);
  const outbound = open({ maxHeldBytes: 1_000_000 });
  const get = (path: string, deadlineMs = 3000) =>
    outbound.fetchBytes({ ...supplied(server.url + path), deadlineMs, maxBytes: 2_000_000, purpose: "vendor" });
  const arrived = bytesArrived(600_000);
  const first = fault(get("/first", 700));
  await arrived;
  expect((await fault(get("/second"))).reason).toBe("busy");
  expect((await get("/small")).bytes.toString()).toBe("small");
  expect((await first).reason).toBe("timeout");
  // The memory of the first response has been released.
  expect((await get("/second")).bytes).toHaveLength(1_200_000);
});

test("lets a single large response exceed the shared limit", async () => {
  const server = await serveHttp((_request, response) => response.end(Buffer.alloc(1_500_000)));
  opened.push(server);
  const request = { ...supplied(server.url), maxBytes: 2_000_000, purpose: "vendor" } as const;
  expect((await open({ maxHeldBytes: 1_000_000 }).fetchBytes(request)).bytes).toHaveLength(1_500_000);
});

test("collects the memory of responses every four megabytes, whether accepted or refused", async () => {
  const server = await serveHttp((_request, response) => response.end(Buffer.alloc(3_000_000)));
  opened.push(server);
  const collected: string[] = [];
  const outbound = open({ collect: (which) => which === "minor" && collected.push(which) });
  const get = (maxBytes: number) => outbound.fetchBytes({ ...supplied(server.url), maxBytes, purpose: "vendor" });
  const counts: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    await get(4_000_000);
    counts.push(collected.length);
  }
  expect(counts).toEqual([0, 1, 1, 2]);
  const refused = await serveHttp((_request, response) => {
    response.write(Buffer.alloc(2_500_000));
    response.end(Buffer.alloc(2_500_000));
  });
  opened.push(refused);
  for (let turn = 0; turn < 5; turn++) {
    const request = { ...supplied(refused.url), maxBytes: 2_400_000, purpose: "vendor" } as const;
    expect((await fault(outbound.fetchBytes(request))).reason).toBe("tooLarge");
  }
  expect(collected).toHaveLength(4);
});

test("applies the deadline while waiting for a connection, and does not send a late request", async () => {
  let requests = 0;
  const server = await serveHttp((_request, response) => void (requests++ === 0 || response.end("late")));
  opened.push(server);
  const outbound = open({ connections: 1 });
  const get = (deadlineMs: number) => outbound.fetchBytes({ ...supplied(server.url), deadlineMs, purpose: "vendor" });
  const first = fault(get(400));
  expect((await fault(get(100))).reason).toBe("timeout");
  expect((await first).reason).toBe("timeout");
  expect((await get(3000)).bytes.toString()).toBe("late");
  expect(requests).toBe(2);
});

test("ends hanging requests when it closes", async () => {
  const server = await serveHttp(() => {});
  opened.push(server);
  const outbound = openHttpClient({ allowPrivate: true });
  const hanging = fault(outbound.fetchBytes({ ...supplied(server.url), deadlineMs: 20_000 }));
  await outbound.close();
  expect((await hanging).reason).toBe("network");
});
