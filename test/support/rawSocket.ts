/** Bytes to a port, and everything that comes back until the other side closes. */
import { connect } from "node:net";

export interface Exchange {
  /** Keep our side open after sending: the other side has to end it. */
  readonly keepOpen?: boolean;
}

export function exchange(
  url: string,
  bytes: string | Uint8Array,
  { keepOpen = false }: Exchange = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = "";
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => (received += text));
    // A reset is a close, too.
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
    socket.on("close", () => resolve(received));
    socket.on("connect", () => (keepOpen ? socket.write(bytes) : socket.end(bytes)));
  });
}
