/** Sends bytes to a port and returns everything received until the other side closes. */
import { connect } from "node:net";

export interface Exchange {
  /** Keeps our side open after sending, so that the other side has to close. */
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
    // A reset also counts as a close.
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
    socket.on("close", () => resolve(received));
    socket.on("connect", () => (keepOpen ? socket.write(bytes) : socket.end(bytes)));
  });
}
