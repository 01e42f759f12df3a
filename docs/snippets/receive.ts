import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

// WEBHOOK_SECRET=… npx node receive.ts
const key = Buffer.from(process.env["WEBHOOK_SECRET"] ?? "", "hex");
if (key.length === 0) throw new Error("Set WEBHOOK_SECRET. With an empty secret, anybody could sign.");
createServer(async (request, response) => {
  const body = await buffer(request); // The raw body, before parsing.
  const expected = Buffer.from(createHmac("sha256", key).update(body).digest("hex"));
  const signatures = ["x-service-signature", "x-service-signature-previous"].map((name) =>
    String(request.headers[name]),
  );
  const isOurs = signatures.some(
    (signature) => signature.length === expected.length && timingSafeEqual(Buffer.from(signature), expected),
  );
  if (isOurs) process.stdout.write(`${String(request.headers["webhook-id"])} ${body.toString()}\n`);
  response.writeHead(isOurs ? 204 : 401).end();
}).listen(Number(process.env["PORT"] ?? 4000), "127.0.0.1");
