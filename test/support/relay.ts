/** A TCP relay whose target can be changed, like an address that moves to another machine. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Relay {
  readonly port: number;
  /** For connections that are opened from now on. Undefined: they are closed at once. */
  target: number | undefined;
  /** Cuts all connections. */
  cut(): void;
  close(): Promise<void>;
}

export async function startRelay(target: number | undefined): Promise<Relay> {
  const sockets = new Set<Socket>();
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  };
  const server = createServer((from) => {
    track(from);
    if (relay.target === undefined) {
      from.destroy();
      return;
    }
    const to = connect(relay.target, "127.0.0.1");
    track(to);
    from.pipe(to).pipe(from);
    from.once("close", () => to.destroy());
    to.once("close", () => from.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const relay: Relay = {
    port: (server.address() as AddressInfo).port,
    target,
    cut,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      cut();
      await closed;
    },
  };
  return relay;
}
